import { closeSync, existsSync, fstatSync, openSync, readSync } from 'node:fs'
import { type AuditRecord, parseAuditLine } from './audit-line.ts'

const CHUNK_BYTES = 64 * 1024

export interface AuditPage {
  items: AuditRecord[]
  /** Where the next page ends, in bytes; null when there is none. */
  nextBefore: number | null
}

/** The newest entries before a place in the file, newest first. Only as much is read as is wanted. */
export function readAudit(path: string, { limit, before }: { limit: number; before?: number | undefined }): AuditPage {
  if (!existsSync(path)) return { items: [], nextBefore: null }
  const file = openSync(path, 'r')
  try {
    const size = fstatSync(file).size
    let start = Math.min(before ?? size, size)
    let held = Buffer.alloc(0)
    const items: AuditRecord[] = []
    while (start > 0) {
      const length = Math.min(CHUNK_BYTES, start)
      const chunk = Buffer.alloc(length)
      readSync(file, chunk, 0, length, start - length)
      start -= length
      held = Buffer.concat([chunk, held])
      // The first line of what is held may have begun earlier.
      for (let line = cutLastLine(held, start === 0); line !== null; line = cutLastLine(held, start === 0)) {
        held = line.rest
        const parsed = parseAuditLine(line.text)
        if (parsed !== null) items.push(parsed.record)
        const place = start + held.length
        if (items.length === limit) return { items, nextBefore: place > 0 ? place : null }
      }
    }
    return { items, nextBefore: null }
  } finally {
    closeSync(file)
  }
}

function cutLastLine(held: Buffer, isStart: boolean): { text: string; rest: Buffer<ArrayBuffer> } | null {
  if (held.length === 0) return null
  const end = held.at(-1) === 10 ? held.length - 1 : held.length
  const begin = end === 0 ? 0 : held.lastIndexOf(10, end - 1) + 1
  if (begin === 0 && !isStart) return null
  return { text: held.toString('utf8', begin, end), rest: Buffer.from(held.subarray(0, begin)) }
}
