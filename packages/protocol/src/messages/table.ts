import type { z } from 'zod'
import { controlEntries } from '../control/entries.ts'
import type { Entry } from '../define.ts'
import { conversationEntries } from './conversation.ts'
import { internalEntries, legacyEntries } from './internal.ts'
import { noticeEntries } from './notices.ts'
import { progressEntries } from './progress.ts'
import { resultEntries } from './result.ts'
import { sessionEntries } from './session.ts'
import { streamEventEntries } from './stream-event.ts'
import { transcriptLineEntries } from './transcript-lines.ts'
import { workEntries } from './work.ts'

/** Every message the CLI writes, on stdout or into transcripts, by `type` or `type/subtype`. */
export const messageTable = {
  ...conversationEntries,
  ...resultEntries,
  ...sessionEntries,
  ...noticeEntries,
  ...workEntries,
  ...streamEventEntries,
  ...progressEntries,
  ...controlEntries,
  ...transcriptLineEntries,
  ...internalEntries,
  ...legacyEntries,
} as const

export type MessageName = keyof typeof messageTable

/** Any message of the CLI, in the one spelling. */
export type Message = z.infer<(typeof messageTable)[MessageName]['schema']>

/** The message of one name: `MessageOf<'system/init'>`. */
export type MessageOf<N extends MessageName> = z.infer<(typeof messageTable)[N]['schema']>

/** Types whose kinds differ by a second word, and where that word stands. */
const SUBTYPE: Readonly<Record<string, (value: Record<string, unknown>) => unknown>> = {
  system: (value) => value.subtype,
  result: (value) => value.subtype,
  stream_event: (value) => (value.event as { type?: unknown } | undefined)?.type,
  progress: (value) => (value.data as { type?: unknown } | undefined)?.type,
}

const flat = new Map<string, Entry>(Object.entries(messageTable))
const nested = new Map(Object.keys(SUBTYPE).map((type) => [type, toSubtypes(type)]))

function toSubtypes(type: string): Map<string, Entry> {
  const prefix = `${type}/`
  return new Map(
    [...flat].filter(([name]) => name.startsWith(prefix)).map(([name, each]) => [name.slice(prefix.length), each]),
  )
}

/** The second word of a message's name, where its type has one. */
export function readSubtype(type: string, value: Record<string, unknown>): string | undefined {
  const subtype = Object.hasOwn(SUBTYPE, type) ? SUBTYPE[type]?.(value) : undefined
  return typeof subtype === 'string' ? subtype : undefined
}

export function findEntry(type: string, value: Record<string, unknown>): Entry | undefined {
  const subtypes = nested.get(type)
  if (subtypes === undefined) return flat.get(type)
  const subtype = readSubtype(type, value)
  return subtype === undefined ? undefined : subtypes.get(subtype)
}
