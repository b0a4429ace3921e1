import { getValue, setValue } from './dictionary.ts'
import type { HookEntry } from './entry.ts'
import { addEntry, changeEntry, MAIN, nextPlace } from './lane.ts'
import type { SessionState } from './session-state.ts'

interface HookStart {
  id: string
  name: string
  at?: string | undefined
}

interface HookEnd {
  status: HookEntry['status']
  output?: string | undefined
}

/** A hook begins; told again, it stays as it is. */
export function startHook(state: SessionState, { id, name, at }: HookStart): SessionState {
  if (getValue(state.places, id) !== undefined) return state
  const time = at === undefined ? {} : { at }
  const entry: HookEntry = { kind: 'hook', id, name, status: 'running', ...time }
  const placed = { ...state, places: setValue(state.places, id, nextPlace(state, MAIN)) }
  return { ...addEntry(placed, MAIN, entry), runningHooks: [...state.runningHooks, { id, name, ...time }] }
}

/** What it says, while it runs and at its end. An end whose beginning was not told is told whole. */
export function changeHook(state: SessionState, start: HookStart, { status, output }: HookEnd): SessionState {
  const begun = startHook(state, start)
  const place = getValue(begun.places, start.id)
  if (place === undefined) return begun
  const changed = changeEntry(begun, place, (entry: HookEntry) => ({
    ...entry,
    status,
    ...(output ? { output } : {}),
  }))
  return status === 'running'
    ? changed
    : { ...changed, runningHooks: begun.runningHooks.filter((hook) => hook.id !== start.id) }
}

export function stopHooks(state: SessionState): SessionState {
  return state.runningHooks.reduce((next, hook) => changeHook(next, hook, { status: 'cancelled' }), state)
}
