import { createHash } from 'node:crypto'
import type { AuditEntry } from './audit-entry.ts'

/** An entry as it stands in the file, the hashes that bind it to its place aside. */
export interface AuditRecord extends AuditEntry {
  /** Its number, from 1 on, without holes. */
  n: number
  at: string
}

/** What the next line must follow. */
export interface ChainEnd {
  n: number
  hash: string
}

export const CHAIN_START: ChainEnd = { n: 0, hash: '0'.repeat(64) }

const HASH_FIELD = ',"hash":"'
const ENDING = /,"hash":"([0-9a-f]{64})"\}$/

/** One line, without its newline, and where the chain ends with it. Each carries the hash of the one before, and its own. */
export function toAuditLine(entry: AuditEntry, at: string, before: ChainEnd): { line: string; end: ChainEnd } {
  const n = before.n + 1
  const body = JSON.stringify({ n, at, ...entry, prev: before.hash }).slice(0, -1)
  const hash = toHash(body)
  return { line: `${body}${HASH_FIELD}${hash}"}`, end: { n, hash } }
}

/** The record and its links, if the line is whole and says the hash that it has. */
export function parseAuditLine(line: string): { record: AuditRecord; prev: string; end: ChainEnd } | null {
  const hash = ENDING.exec(line)?.[1]
  const body = line.slice(0, line.lastIndexOf(HASH_FIELD))
  if (hash === undefined || toHash(body) !== hash) return null
  try {
    const { prev, ...record } = JSON.parse(`${body}}`) as AuditRecord & { prev: string }
    return { record, prev, end: { n: record.n, hash } }
  } catch {
    return null
  }
}

export function toHash(text: string | Buffer): string {
  return createHash('sha256').update(text).digest('hex')
}
