import { isObject } from '../is-object.ts'
import type { GivenCommand, Receipt } from '../session-link.ts'

/**
 * What passes over a keeper's socket, one JSON object a line. A keeper may be older than the server that comes back to it, so a
 * version is agreed on first, and both sides step over words they do not know.
 */
export const WIRE_VERSIONS = [1]

export type ToKeeper =
  | { type: 'hello'; versions: number[] }
  /** From now on, tell of every record behind this one. */
  | { type: 'follow'; after: number }
  /** Whether a person looks at the session through this host; one that does not say is one that looks. */
  | { type: 'watch'; isWatched: boolean }
  | ({ type: 'command' } & GivenCommand)

/** Records come between these as they stand in the log: an object that has a `seq` and no `type`. */
export type FromKeeper =
  | { type: 'hello'; version: number; epoch: string; sessionIds: string[]; cliPid?: number }
  /** No version that both understand; these are the keeper's. */
  | { type: 'refused'; versions: number[] }
  | { type: 'gap'; after: number; firstSeq: number }
  | { type: 'caught_up'; seq: number }
  | { type: 'problem'; message: string | null }
  | ({ type: 'receipt' } & Receipt)
  /** The session is over; all records were told. */
  | { type: 'ended' }

/** The newest that both understand. */
export function chooseVersion(ours: readonly number[], theirs: readonly unknown[]): number | null {
  const common = ours.filter((version) => theirs.includes(version))
  return common.length === 0 ? null : Math.max(...common)
}

/** Null for what no host says. The command itself is judged by who does it; words of a newer host are stepped over. */
export function parseHostWord(text: string): ToKeeper | { type: 'unknown' } | null {
  let said: unknown
  try {
    said = JSON.parse(text)
  } catch {
    return null
  }
  if (!isObject(said) || typeof said.type !== 'string') return null
  switch (said.type) {
    case 'hello':
      return { type: 'hello', versions: Array.isArray(said.versions) ? said.versions : [] }
    case 'follow':
      return Number.isInteger(said.after) ? { type: 'follow', after: said.after as number } : null
    case 'watch':
      return { type: 'watch', isWatched: said.isWatched === true }
    case 'command':
      return typeof said.commandId === 'string' ? (said as unknown as ToKeeper) : null
    default:
      return { type: 'unknown' }
  }
}
