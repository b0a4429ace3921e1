import type { CallRow, ToolStatus } from '@quarterdeck/transcript'
import { findToolWords } from './tool-words.ts'

const WORDS: Readonly<Record<ToolStatus, string>> = {
  waiting: 'waiting for you',
  queued: 'next',
  running: 'running',
  done: '',
  failed: 'failed',
  denied: 'denied',
  cancelled: 'cancelled',
  aborted: 'stopped',
}

/** How a call fares, in a word; one that is done says nothing but how long it took, if it took long. */
export function toStatusText({ call, isDraft }: CallRow): string {
  if (isDraft) return 'being written'
  const refused = call.status === 'denied' ? findToolWords(call.name).refusal?.status : undefined
  const word = refused ?? WORDS[call.status] ?? call.status
  const elapsed = toElapsed(call.elapsedMs)
  return [word, call.status === 'waiting' ? '' : elapsed].filter((part) => part !== '').join(' · ')
}

/** Less than a second is not worth a word. */
export function toElapsed(ms: number | undefined): string {
  if (ms === undefined || ms < 1000) return ''
  if (ms < 60_000) return `${(ms / 1000).toFixed(1)} s`
  return `${Math.floor(ms / 60_000)} min ${Math.round((ms % 60_000) / 1000)} s`
}
