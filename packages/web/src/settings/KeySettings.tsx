import { type KeyboardEvent, useState } from 'react'
import { usePreferences } from '../frame/preferences/use-preferences.ts'
import { type Action, useAllActions, withChosenKeys } from '../palette/actions.ts'
import { VIEW_KEYS } from '../palette/view-keys.ts'
import { isComposing } from '../text/is-composing.ts'
import { KeyItem } from './KeyItem.tsx'
import { Section } from './Section.tsx'
import { toPressedKey } from './to-pressed-key.ts'

type Keyed = Omit<Action, 'run'>

const EVERYWHERE: readonly string[] = ['Everywhere', 'Go to']
const GROUPS = [...EVERYWHERE, 'Session', 'Inbox', 'List']

/** All keys that can be given anew. Another one is given by pressing it. */
export function KeySettings() {
  const { preferences, change } = usePreferences()
  const { keys = {} } = preferences
  const offered = useAllActions(keys).filter(({ group }) => EVERYWHERE.includes(group))
  const all: Keyed[] = [...offered, ...withChosenKeys<Keyed>(Object.values(VIEW_KEYS), keys)]
  const [asked, setAsked] = useState<string | null>(null)
  const [problem, setProblem] = useState<string | null>(null)

  function give(id: string, key: string | null | undefined) {
    const { [id]: _, ...others } = keys
    setAsked(null)
    void change({ keys: key === undefined ? others : { ...others, [id]: key } })
  }

  function onKeyDown(event: KeyboardEvent, action: Keyed) {
    const pressed = toPressedKey(event.nativeEvent)
    if (asked !== action.id || pressed === 'none' || isComposing(event)) return
    event.preventDefault()
    event.stopPropagation()
    const other = all.find((each) => each.id !== action.id && doMeet(each, action) && beginsWith(each, pressed))
    setProblem(other === undefined ? null : `This key is used already: ${other.name}.`)
    if (pressed === 'Escape') setAsked(null)
    else if (pressed === 'Backspace' || pressed === 'Delete') give(action.id, null)
    else if (other === undefined) give(action.id, pressed)
  }

  return (
    <Section name="Keys">
      <p className="quiet">
        Press a key's button, and then the key; Delete takes it away. Escape stays as it is: it closes, denies, clears
        and stops, in this order.
      </p>
      <div className="key-groups">
        {GROUPS.map((group) => (
          <section key={group} aria-label={`Keys: ${group}`}>
            <h3>{group}</h3>
            <ul className="key-list">
              {all
                .filter((action) => action.group === group && action.keysText === undefined)
                .map((action) => (
                  <KeyItem
                    key={action.id}
                    name={action.name}
                    keys={action.keys ?? []}
                    isChanged={Object.hasOwn(keys, action.id)}
                    isAsked={asked === action.id}
                    problem={problem}
                    onAsk={() => {
                      setAsked(action.id)
                      setProblem(null)
                    }}
                    onLeave={() => setAsked(null)}
                    onUsual={() => give(action.id, undefined)}
                    onKeyDown={(event) => onKeyDown(event, action)}
                  />
                ))}
            </ul>
          </section>
        ))}
      </div>
    </Section>
  )
}

/** Whether both are heard at the same place. */
function doMeet(one: Keyed, other: Keyed): boolean {
  return one.group === other.group || EVERYWHERE.includes(one.group) || EVERYWHERE.includes(other.group)
}

function beginsWith({ keys }: Keyed, key: string): boolean {
  return keys?.some((each) => each.split(' ')[0] === key) === true
}
