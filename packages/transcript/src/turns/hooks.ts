import { getValue, setValue } from '../state/dictionary.ts'
import type { HookEntry } from '../state/entry.ts'
import { addEntry, changeEntry, MAIN, nextPlace } from '../state/lanes.ts'
import type { SessionState } from '../state/session-state.ts'

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
  state.places = setValue(state.places, id, nextPlace(state, MAIN))
  state.runningHooks = [...state.runningHooks, { id, name, ...time }]
  return addEntry(state, MAIN, entry)
}

/** What it says, while it runs and at its end. An end whose beginning was not told is told whole. */
export function changeHook(state: SessionState, start: HookStart, { status, output }: HookEnd): SessionState {
  startHook(state, start)
  const place = getValue(state.places, start.id)
  if (place === undefined) return state
  if (status !== 'running') state.runningHooks = state.runningHooks.filter((hook) => hook.id !== start.id)
  return changeEntry(state, place, (entry: HookEntry) => ({ ...entry, status, ...(output ? { output } : {}) }))
}

export function stopHooks(state: SessionState): SessionState {
  return state.runningHooks.reduce((next, hook) => changeHook(next, hook, { status: 'cancelled' }), state)
}
