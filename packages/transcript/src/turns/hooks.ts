import { getValue, setValue } from '../state/dictionary.ts'
import type { HookEntry } from '../state/entry.ts'
import { addEntry, changeEntry, MAIN, nextPosition } from '../state/lanes.ts'
import type { SessionDraft } from '../state/session-draft.ts'

interface HookStart {
  id: string
  name: string
  at?: string | undefined
}

interface HookEnd {
  status: HookEntry['status']
  output?: string | undefined
}

/** Adds the entry of a hook that starts; a repeat changes nothing. */
export function startHook(draft: SessionDraft, { id, name, at }: HookStart): void {
  if (getValue(draft.positions, id) !== undefined) return
  const time = at === undefined ? {} : { at }
  const entry: HookEntry = { kind: 'hook', id, name, status: 'running', ...time }
  draft.positions = setValue(draft.positions, id, nextPosition(draft, MAIN))
  draft.runningHooks = [...draft.runningHooks, { id, name, ...time }]
  addEntry(draft, MAIN, entry)
}

/** Status and output of a hook. A hook whose start is not known is added. */
export function changeHook(draft: SessionDraft, start: HookStart, { status, output }: HookEnd): void {
  startHook(draft, start)
  const position = getValue(draft.positions, start.id)
  if (position === undefined) return
  if (status !== 'running') draft.runningHooks = draft.runningHooks.filter((hook) => hook.id !== start.id)
  changeEntry(draft, position, (entry: HookEntry) => ({ ...entry, status, ...(output ? { output } : {}) }))
}

export function stopHooks(draft: SessionDraft): void {
  for (const hook of draft.runningHooks) changeHook(draft, hook, { status: 'cancelled' })
}
