import type { AssistantEntry, NoticeEntry } from '../state/entry.ts'
import { addEntry, changeEntry, lastEntry, MAIN, nextPosition } from '../state/lanes.ts'
import type { SessionDraft } from '../state/session-draft.ts'
import type { Retry, SessionState } from '../state/session-state.ts'

interface NoticeOptions {
  id?: string | undefined
  at?: string | undefined
  until?: string | undefined
}

/** Adds a notice, unless Claude's last text or the last notice has the same words: the CLI repeats errors. */
export function addNotice(
  draft: SessionDraft,
  tone: NoticeEntry['tone'],
  text: string,
  { id, at, until }: NoticeOptions = {},
): void {
  const last = lastEntry(draft, MAIN)
  if (last?.kind === 'notice' && last.text === text) return
  if (last?.kind === 'assistant' && toLastText(last) === text) return
  const name = id ?? `notice-${nextPosition(draft, MAIN).entry}`
  addEntry(draft, MAIN, { kind: 'notice', id: name, tone, text, ...(at && { at }), ...(until && { until }) })
}

function toLastText(entry: AssistantEntry): string | undefined {
  const part = entry.parts.at(-1)
  return part?.kind === 'text' ? part.text : undefined
}

/** A failed API request that is sent again: one notice for all attempts in a row. */
export function addRetry(draft: SessionDraft, retry: Retry, { id, at }: NoticeOptions): void {
  draft.retry = { ...retry, ...(at === undefined ? {} : { at }) }
  const why = retry.status === undefined ? '' : ` (${retry.status})`
  const of = retry.maxRetries === undefined ? '' : ` of ${retry.maxRetries}`
  const text = `The API failed${why}; attempt ${retry.attempt}${of} follows.`
  const last = lastEntry(draft, MAIN)
  if (last?.kind === 'notice' && last.isRetry) {
    const position = { lane: MAIN, entry: draft.main.entries.size - 1 }
    changeEntry(draft, position, (entry: NoticeEntry) => ({ ...entry, text }))
    return
  }
  const name = id ?? `notice-${nextPosition(draft, MAIN).entry}`
  addEntry(draft, MAIN, { kind: 'notice', id: name, tone: 'warning', text, isRetry: true, ...(at && { at }) })
}

const KEPT_GOING = 'A hook kept the turn going: '

export function addKeptGoing(draft: SessionDraft, why: string, options: NoticeOptions): void {
  addNotice(draft, 'info', `${KEPT_GOING}${why}`, options)
}

/** Whether the newest entry says that a hook kept the turn going. The CLI then also sends a notification that calls it an error. */
export function isKeptGoing(state: SessionState): boolean {
  const last = lastEntry(state, MAIN)
  return last?.kind === 'notice' && last.text.startsWith(KEPT_GOING)
}

/** Removes the key hints of the terminal (` · ctrl+o to expand`), which mean nothing on a page. */
export function withoutKeys(text: string): string {
  return text.replace(/ · (ctrl|shift|alt|esc)[+\w]* to [\w ]+$/, '')
}

export function toTone(level: string | undefined): NoticeEntry['tone'] {
  return level === 'error' || level === 'warning' ? level : 'info'
}
