import { Link } from 'wouter'
import { toVisibleText } from '../text/visible-text.ts'
import type { Bar } from './to-bars.ts'

interface Props {
  bars: readonly Bar[]
  name: string
  toValue: (bar: Bar) => number
  toText: (bar: Bar) => string
}

/** As many as can be compared at a glance; all of them stand in the table. */
const SHOWN = 10

/** Bars below each other, each with its name and its number. */
export function BarChart({ bars, name, toValue, toText }: Props) {
  const shown = bars.slice(0, SHOWN)
  const most = Math.max(...shown.map(toValue), 0)
  return (
    <>
      <ul className="bars" aria-label={name}>
        {shown.map((bar) => (
          <li key={bar.key}>
            <span className="bar-name" title={toVisibleText(bar.title ?? bar.label)}>
              {bar.href === undefined ? (
                toVisibleText(bar.label)
              ) : (
                <Link href={bar.href}>{toVisibleText(bar.label)}</Link>
              )}
            </span>
            <svg viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
              <title>{`${toVisibleText(bar.title ?? bar.label)}: ${toText(bar)}`}</title>
              <rect
                className="column"
                width={most === 0 ? 0 : Math.max(0.5, (toValue(bar) / most) * 100)}
                height={10}
              />
            </svg>
            <span className="bar-value">{toText(bar)}</span>
          </li>
        ))}
      </ul>
      {bars.length > SHOWN && <p className="quiet bars-rest">And {bars.length - SHOWN} more, in the table.</p>}
    </>
  )
}
