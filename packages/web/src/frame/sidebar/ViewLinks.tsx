import type { ReactNode } from 'react'
import { Link, useLocation } from 'wouter'
import type { View } from '../views.ts'

interface Props {
  views: readonly View[]
  className: string
  /** A count or key behind the name of a view. */
  toMark?: (view: View) => ReactNode
}

export function ViewLinks({ views, className, toMark }: Props) {
  const [location] = useLocation()
  return (
    <ul className={className}>
      {views.map((view) => (
        <li key={view.href}>
          <Link href={view.href} aria-current={location === view.href ? 'page' : undefined}>
            {view.name}
          </Link>
          {toMark?.(view)}
        </li>
      ))}
    </ul>
  )
}
