import { type KeyboardEvent, useState } from 'react'
import { usePreferences } from '../frame/preferences.ts'
import { useAllActions } from '../palette/actions.ts'
import { Kbd } from '../palette/Kbd.tsx'
import { Section } from './Section.tsx'
import { toPressedKey } from './to-pressed-key.ts'

/** The keys of what can be done everywhere. Another one is given by pressing it. */
export function KeySettings() {
  const { preferences, change } = usePreferences()
  const { keys = {} } = preferences
  const all = useAllActions(keys)
  const actions = all.filter(({ group, keysText }) => /^(Everywhere|Go to)$/.test(group) && keysText === undefined)
  const [asked, setAsked] = useState<string | null>(null)
  const [problem, setProblem] = useState<string | null>(null)

  function give(id: string, key: string | null | undefined) {
    const { [id]: _, ...others } = keys
    setAsked(null)
    void change({ keys: key === undefined ? others : { ...others, [id]: key } })
  }

  function onKeyDown(event: KeyboardEvent, id: string) {
    const pressed = toPressedKey(event.nativeEvent)
    if (asked !== id || pressed === 'none') return
    event.preventDefault()
    event.stopPropagation()
    const other = all.find((action) => action.id !== id && action.keys?.some((each) => each.split(' ')[0] === pressed))
    setProblem(other === undefined ? null : `This key is used already: ${other.name}.`)
    if (pressed === 'Escape') setAsked(null)
    else if (pressed === 'Backspace' || pressed === 'Delete') give(id, null)
    else if (other === undefined) give(id, pressed)
  }

  return (
    <Section name="Keys">
      <p className="quiet">
        Press a key's button, and then the key; Delete takes it away. A session, the inbox and lists have keys of their
        own, which count first there: ? lists them.
      </p>
      <ul className="key-list" aria-label="Keys">
        {actions.map(({ id, name, keys: own = [] }) => (
          <li key={id}>
            <span>
              {name}
              {asked === id && problem !== null && (
                <span className="error" role="alert">
                  {' '}
                  {problem}
                </span>
              )}
            </span>
            {Object.hasOwn(keys, id) && (
              <button type="button" className="small-button" onClick={() => give(id, undefined)}>
                Usual key <span className="visually-hidden">for {name}</span>
              </button>
            )}
            <button
              type="button"
              className="button"
              aria-pressed={asked === id}
              onClick={() => {
                setAsked(id)
                setProblem(null)
              }}
              onBlur={() => setAsked(null)}
              onKeyDown={(event) => onKeyDown(event, id)}
            >
              <span className="visually-hidden">
                Key for {name}: {own.join(' or ')}
              </span>
              {asked === id ? ' Press a key…' : own[0] === undefined ? 'none' : <Kbd keys={own[0]} />}
            </button>
          </li>
        ))}
      </ul>
    </Section>
  )
}
