import type { SessionRow } from '@quarterdeck/contract'

export interface Wanted {
  q: string
  project: string
  branch: string
  tag: string
  status: string
  /** Archived sessions too. */
  archived: boolean
}

export const SORT_FIELDS = ['title', 'projectPath', 'messageCount', 'costUsd', 'modified'] as const
export type SortField = (typeof SORT_FIELDS)[number]

export interface Sort {
  field: SortField
  isRising: boolean
}

/** From the address: `title`, `-costUsd`; the newest first where nothing was said. */
export function parseSort(text: string | undefined): Sort {
  const name = text?.replace(/^-/, '')
  const field = SORT_FIELDS.find((each) => each === name)
  if (field === undefined || text === undefined) return { field: 'modified', isRising: false }
  return { field, isRising: !text.startsWith('-') }
}

/** What the table shows, in the order that it is given. Every word that was typed must stand somewhere in a session's title, prompt, place or tag. */
export function chooseSessions(rows: readonly SessionRow[], wanted: Wanted): SessionRow[] {
  const words = wanted.q.toLowerCase().split(/\s+/).filter(Boolean)
  return rows.filter((row) => {
    if (row.archived && !wanted.archived) return false
    if (wanted.project !== '' && row.projectPath !== wanted.project) return false
    if (wanted.branch !== '' && row.gitBranch !== wanted.branch) return false
    if (wanted.tag !== '' && row.tag !== wanted.tag) return false
    if (wanted.status !== '' && row.status !== wanted.status) return false
    return words.length === 0 || holdsWords(row, words)
  })
}

/** Apart from what is chosen: whoever types does not wait for thousands to be put in order at every letter. */
export function sortSessions(rows: readonly SessionRow[], sort: Sort): SessionRow[] {
  return rows.toSorted((one, other) => compare(one, other, sort))
}

/** Rows that have not changed are the same objects: what can be found in them is put together once. */
const texts = new WeakMap<SessionRow, string>()

function holdsWords(row: SessionRow, words: readonly string[]): boolean {
  const text = texts.get(row) ?? toText(row)
  texts.set(row, text)
  return words.every((word) => text.includes(word))
}

function toText({ title, firstPrompt, projectPath, gitBranch, tag, sessionId }: SessionRow): string {
  return [title, firstPrompt, projectPath, gitBranch, tag, sessionId].join('\n').toLowerCase()
}

function compare(one: SessionRow, other: SessionRow, { field, isRising }: Sort): number {
  const [a, b] = [one[field], other[field]]
  // Sessions without a count yet stand at the end, in both directions.
  if (a === null || b === null) return a === b ? byId(one, other) : a === null ? 1 : -1
  const order = typeof a === 'number' && typeof b === 'number' ? a - b : compareText(String(a), String(b), field)
  return (isRising ? order : -order) || byId(one, other)
}

function compareText(a: string, b: string, field: SortField): number {
  // Times are text of one shape; to go by letters of a language takes a hundred times as long.
  if (field === 'modified') return a < b ? -1 : a > b ? 1 : 0
  return byLetters.compare(a, b)
}

const byLetters = new Intl.Collator('en', { sensitivity: 'base', numeric: true })

function byId(one: SessionRow, other: SessionRow): number {
  return one.sessionId < other.sessionId ? -1 : 1
}

/** The options of a filter: every value that occurs, the most frequent first. */
export function findOptions(rows: readonly SessionRow[], field: 'projectPath' | 'gitBranch' | 'tag' | 'status') {
  const counts = new Map<string, number>()
  for (const row of rows) {
    const value = row[field]
    if (value !== null && value !== '') counts.set(value, (counts.get(value) ?? 0) + 1)
  }
  return [...counts].sort((one, other) => other[1] - one[1]).map(([value, count]) => ({ value, count }))
}
