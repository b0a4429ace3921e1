import type { z } from 'zod'
import { controlEntries } from '../control/entries.ts'
import type { Entry } from '../lines/define.ts'
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

type Json = Record<string, unknown>

/** A type whose kinds differ by a second word, where that word stands, and the kinds by it. */
interface Family {
  read: (value: Json) => unknown
  kinds: ReadonlyMap<string, Entry>
}

const flat = new Map<string, Entry>(Object.entries(messageTable))
const families = new Map<string, Family>([
  toFamily('system', (value) => value.subtype),
  toFamily('result', (value) => value.subtype),
  toFamily('stream_event', (value) => (value.event as Json | undefined)?.type),
  toFamily('progress', (value) => (value.data as Json | undefined)?.type),
])

function toFamily(type: string, read: Family['read']): [string, Family] {
  const prefix = `${type}/`
  const own = [...flat].filter(([name]) => name.startsWith(prefix))
  return [type, { read, kinds: new Map(own.map(([name, entry]) => [name.slice(prefix.length), entry])) }]
}

/** The second word of a message's name, where its type has one. */
export function readSubtype(type: string, value: Json): string | undefined {
  const subtype = families.get(type)?.read(value)
  return typeof subtype === 'string' ? subtype : undefined
}

export function findEntry(type: string, value: Json): Entry | undefined {
  const family = families.get(type)
  return family === undefined ? flat.get(type) : family.kinds.get(family.read(value) as string)
}
