import { useEffect, useId, useRef } from 'react'
import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'

/** Something that can be done here, by its name in the command palette, by a key, or both. */
export interface Action {
  /** Names it in the preferences, where a person can give it another key. */
  id: string
  name: string
  group: 'Everywhere' | 'Go to' | 'Session' | 'Inbox' | 'List' | 'Theme'
  /** Such as `Mod+k`, `?` or `g i`; any of them. */
  keys?: readonly string[]
  /** What the list of shortcuts says of the keys, where naming all of them would be tedious, or where the view hears them itself. */
  keysText?: string
  /** It makes sense by its key alone, so that the palette does not offer it. */
  isKeyOnly?: boolean
  /** A key that is held down does it again and again. */
  mayRepeat?: boolean
  run: (keys: string) => void
}

/** Which views offer what, now. The palette, the keys and the list of shortcuts are made from this, so that they are never wrong. */
const registry = createStore<Readonly<Record<string, readonly Action[]>>>(() => ({}))

/** Offers these while the component is there. They may be made anew with every drawing. */
export function useActions(actions: readonly Action[]): void {
  const id = useId()
  const newest = useRef(actions)
  useEffect(() => {
    newest.current = actions
  })
  const shape = JSON.stringify(actions)
  useEffect(() => {
    const listed = (JSON.parse(shape) as Action[]).map((action, at) => ({
      ...action,
      run: (keys: string) => newest.current[at]?.run(keys),
    }))
    registry.setState({ [id]: listed })
    return () => registry.setState(({ [id]: _, ...others }) => others, true)
  }, [id, shape])
}

/** Everything that can be done now; what a view offers comes before what is there everywhere. */
export function listActions(keys: Readonly<Record<string, string | null>> = {}): Action[] {
  return toActions(registry.getState(), keys)
}

export function useAllActions(keys: Readonly<Record<string, string | null>> = {}): Action[] {
  return toActions(useStore(registry), keys)
}

const ORDER: readonly Action['group'][] = ['Session', 'Inbox', 'List', 'Go to', 'Everywhere', 'Theme']

/** With the keys that a person has chosen; null takes a key away. */
export function toActions(
  offered: Readonly<Record<string, readonly Action[]>>,
  keys: Readonly<Record<string, string | null>>,
): Action[] {
  return withChosenKeys(Object.values(offered).flat(), keys).sort(
    (one, other) => ORDER.indexOf(one.group) - ORDER.indexOf(other.group),
  )
}

export function withChosenKeys<A extends Keyed>(
  actions: readonly A[],
  keys: Readonly<Record<string, string | null>>,
): A[] {
  return actions.map((action) => (Object.hasOwn(keys, action.id) ? withKey(action, keys[action.id] ?? null) : action))
}

type Keyed = Pick<Action, 'id' | 'keys' | 'keysText'>

function withKey<A extends Keyed>({ keys: _, keysText: __, ...rest }: A, key: string | null): A {
  const action = rest as A
  if (key === null) return action
  // Preferences may write the letter as it stands on the key; `ArrowUp` is no letter.
  const name = key.replace(/(?<=\+)[^+]$/u, (letter) => letter.toLowerCase())
  return { ...action, keys: [name] }
}
