import { usePreferences } from '../frame/preferences/use-preferences.ts'
import { type Action, useAllActions, withChosenKeys } from './actions.ts'
import { isMac, toKeyCaps } from './keys.ts'
import './palette.css'
import { VIEW_KEYS } from './view-keys.ts'

/** Shortcuts inside text fields, which the fields handle themselves. */
const OF_FIELDS: readonly (Pick<Action, 'name' | 'keys' | 'keysText'> & { group: string })[] = [
  { group: 'While writing', name: 'Clear the text; ↑ brings it back', keys: ['Escape'] },
  { group: 'While writing', name: 'The last message again', keys: ['ArrowUp'] },
  { group: 'While writing', name: 'Find an earlier prompt', keysText: 'Ctrl+R' },
  { group: 'While writing', name: 'Commands, files', keys: ['/', '@'] },
  { group: 'While writing', name: 'Take the suggestion', keys: ['Tab'] },
  { group: 'While writing', name: 'Give it to Claude in the middle of the turn', keys: ['Mod+Shift+Enter'] },
  { group: 'A card in focus', name: 'Deny or skip it', keys: ['Escape'] },
]

/** Every key that does something here and now, from the list that the keys themselves go by; as a whole, those of all views. */
export function ShortcutTable({ isWhole = false }: { isWhole?: boolean }) {
  const { keys = {} } = usePreferences().preferences
  const here = useAllActions(keys)
  const elsewhere = withChosenKeys<Omit<Action, 'run'>>(Object.values(VIEW_KEYS), keys)
  const actions = isWhole ? [...here, ...elsewhere.filter(({ id }) => here.every((each) => each.id !== id))] : here
  const all = [...actions.filter((action) => (action.keys ?? action.keysText) !== undefined), ...OF_FIELDS]
  const groups = [...new Set(all.map(({ group }) => group))]
  return (
    <div className="shortcuts">
      {groups.map((group) => (
        <section key={group} aria-label={group}>
          <h2>{group}</h2>
          <dl>
            {all
              .filter((action) => action.group === group)
              .map((action) => (
                <div key={action.name}>
                  <dt>{action.name}</dt>
                  <dd>
                    <KeyNames keys={action.keys ?? []} text={action.keysText} />
                  </dd>
                </div>
              ))}
          </dl>
        </section>
      ))}
    </div>
  )
}

function KeyNames({ keys, text }: { keys: readonly string[]; text: string | undefined }) {
  if (text !== undefined)
    return text
      .replace(' … ', '…')
      .split(/[ +]/)
      .map((cap) => <kbd key={cap}>{cap}</kbd>)
  return keys.map((each, at) => (
    <span key={each}>
      {at > 0 && ' or '}
      {toKeyCaps(each, isMac).map((cap, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a key is its place
        <kbd key={index}>{cap}</kbd>
      ))}
    </span>
  ))
}
