import type { AssistantEntry, NoticeEntry } from '../state/entry.ts'
import { addEntry, changeEntry, lastEntry, MAIN, nextPlace } from '../state/lanes.ts'
import type { Retry, SessionState } from '../state/session-state.ts'

interface NoticeOptions {
  id?: string | undefined
  at?: string | undefined
  until?: string | undefined
}

/** A line of its own. What Claude, or a notice, has just said in the same words is not said again. */
export function addNotice(
  state: SessionState,
  tone: NoticeEntry['tone'],
  text: string,
  { id, at, until }: NoticeOptions = {},
): SessionState {
  const last = lastEntry(state, MAIN)
  if (last?.kind === 'notice' && last.text === text) return state
  if (last?.kind === 'assistant' && toLastText(last) === text) return state
  const name = id ?? `notice-${nextPlace(state, MAIN).entry}`
  return addEntry(state, MAIN, { kind: 'notice', id: name, tone, text, ...(at && { at }), ...(until && { until }) })
}

function toLastText(entry: AssistantEntry): string | undefined {
  const part = entry.parts.at(-1)
  return part?.kind === 'text' ? part.text : undefined
}

/** The API failed and is tried again. One line for all attempts in a row. */
export function addRetry(state: SessionState, retry: Retry, { id, at }: NoticeOptions): SessionState {
  state.retry = { ...retry, ...(at === undefined ? {} : { at }) }
  const why = retry.status === undefined ? '' : ` (${retry.status})`
  const of = retry.maxRetries === undefined ? '' : ` of ${retry.maxRetries}`
  const text = `The API failed${why}; attempt ${retry.attempt}${of} follows.`
  const last = lastEntry(state, MAIN)
  if (last?.kind !== 'notice' || !last.isRetry) {
    const name = id ?? `notice-${nextPlace(state, MAIN).entry}`
    return addEntry(state, MAIN, { kind: 'notice', id: name, tone: 'warning', text, isRetry: true, ...(at && { at }) })
  }
  const place = { lane: MAIN, entry: state.main.entries.size - 1 }
  return changeEntry(state, place, (entry: NoticeEntry) => ({ ...entry, text }))
}

const KEPT_GOING = 'A hook kept the turn going: '

export function addKeptGoing(state: SessionState, why: string, options: NoticeOptions): SessionState {
  return addNotice(state, 'info', `${KEPT_GOING}${why}`, options)
}

/** The newest line says that a hook kept the turn going: the CLI then also speaks of an error, which is none. */
export function isKeptGoing(state: SessionState): boolean {
  const last = lastEntry(state, MAIN)
  return last?.kind === 'notice' && last.text.startsWith(KEPT_GOING)
}

/** The terminal's own keys mean nothing here. */
export function withoutKeys(text: string): string {
  return text.replace(/ · (ctrl|shift|alt|esc)[+\w]* to [\w ]+$/, '')
}

export function toTone(level: string | undefined): NoticeEntry['tone'] {
  return level === 'error' || level === 'warning' ? level : 'info'
}
