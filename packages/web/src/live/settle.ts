import type { SessionState } from '@quarterdeck/transcript'
import type { SessionPicture } from './live-state.ts'

/** Grow with every piece of a text that is being written. */
const GROWING: ReadonlySet<keyof SessionState> = new Set(['main', 'seq', 'counted', 'lastAt'])

/** As exact as the time of the last word is told. */
const SECOND = '2000-01-01T00:00:00'.length

/**
 * The session without what is being written at this moment: the picture from before, as long as nothing has changed since but what drafts
 * say. Text may come hundreds of times a second, and all around the conversation would be drawn again for it, the same as it was.
 */
export function settle(before: SessionPicture, now: SessionPicture): SessionPicture {
  return isSame(before, now, (name) => name !== 'state' && name !== 'rows') && isSettled(before.state, now.state)
    ? before
    : now
}

function isSettled(before: SessionState, now: SessionState): boolean {
  return (
    before.main.entries === now.main.entries &&
    before.main.drafts.length === now.main.drafts.length &&
    before.lastAt?.slice(0, SECOND) === now.lastAt?.slice(0, SECOND) &&
    isSame(before, now, (name) => !GROWING.has(name))
  )
}

function isSame<T extends object>(one: T, other: T, counts: (name: keyof T) => boolean): boolean {
  return (Object.keys(other) as (keyof T)[]).every((name) => !counts(name) || one[name] === other[name])
}
