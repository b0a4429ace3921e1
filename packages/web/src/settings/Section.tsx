import { type ReactNode, useId } from 'react'

/** A part of the settings, with its heading at the side. */
export function Section({ name, children }: { name: string; children: ReactNode }) {
  const id = useId()
  return (
    <section className="settings-section" aria-labelledby={id}>
      <h2 id={id}>{name}</h2>
      <div>{children}</div>
    </section>
  )
}
