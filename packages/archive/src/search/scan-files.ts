import { closeSync, readSync } from 'node:fs'
import { canonicalToolName } from '@quarterdeck/protocol/pure'
import { ByteMark } from '../index/byte-mark.ts'
import { toBlocks } from '../lines/line-content.ts'
import { parseTranscriptLine } from '../lines/parse-transcript-line.ts'
import { scanLines } from '../lines/scan-lines.ts'
import { openInside } from '../safe-open.ts'
import { findMarks } from './find-marks.ts'
import type { Query } from './parse-query.ts'
import { fitsFilter, type SearchFilter } from './search-filter.ts'
import { type SearchHit, toHit } from './search-hit.ts'
import { toSearchText } from './search-text.ts'

/** A piece of a transcript that the index does not know yet. */
export interface ScanRange {
  root: string
  path: string
  sessionId: string
  agentId: string | null
  project: string | null
  from: number
  to: number
}

export interface ScanRequest {
  ranges: readonly ScanRange[]
  query: Query
  filter: SearchFilter
  /** Enough is enough; a range that was begun is finished. */
  limit: number
}

/** Looks through files as they are, in the order they come. */
export function scanFiles({ ranges, query, filter, limit }: ScanRequest): SearchHit[] {
  const hits: SearchHit[] = []
  for (const range of ranges) {
    if (hits.length >= limit) break
    const opened = openInside(range.root, range.path)
    if (opened.kind !== 'file') continue
    try {
      hits.push(...scanRange(opened.fd, range, query, filter))
    } finally {
      closeSync(opened.fd)
    }
  }
  return hits
}

const CHUNK_BYTES = 1024 * 1024

function scanRange(fd: number, range: ScanRange, query: Query, filter: SearchFilter): SearchHit[] {
  const isLikely = createPrefilter(query)
  if (!mayContain(fd, range, isLikely)) return []
  const hits: SearchHit[] = []
  scanLines(fd, range.from, range.to, ({ bytes, start, end, offset }) => {
    if (!isLikely(bytes, start, end)) return
    const line = parseTranscriptLine(bytes, start, end)
    const found = line === null ? null : toSearchText(line)
    const marks = found === null ? null : findMarks(found.text, query)
    if (line === null || found === null || marks === null) return
    const toolName = found.toolName ?? (found.toolUseId === null ? null : findToolName(fd, found.toolUseId, offset))
    const hit = toHit({ line, found: { ...found, toolName }, marks, file: range, offset })
    if (fitsFilter({ ...hit, project: range.project, branch: toBranch(line) }, filter)) hits.push(hit)
  })
  return hits.reverse()
}

function toBranch(line: Record<string, unknown>): string | null {
  return typeof line.gitBranch === 'string' ? line.gitBranch : null
}

type IsLikely = (bytes: Buffer, start: number, end: number) => boolean

/** The longest of what must stand in a line, looked for in its bytes: most lines need not be decoded. */
function createPrefilter({ parts }: Query): IsLikely {
  const candidates = parts.flatMap(({ words, text }) => (isOneWord(text) || words.length === 0 ? [text] : words))
  const longest = candidates.reduce((one, other) => (other.length > one.length ? other : one), '')
  // Accents may be written in several ways, and so may what JSON escapes.
  if (!ASCII.test(longest) && !(isOneWord(longest) && longest.normalize('NFD') === longest)) return () => true
  const pattern = new RegExp([longest, longest.toUpperCase()].map(toWritten).join('|'), 'i')
  return (bytes, start, end) => pattern.test(bytes.toString('latin1', start, end))
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: the whole of ASCII is meant.
const ASCII = /^[\x00-\x7f]+$/

/** As it stands in JSON, byte for byte, for a pattern. */
function toWritten(text: string): string {
  const written = JSON.stringify(text).slice(1, -1)
  return Buffer.from(written.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&')).toString('latin1')
}

function isOneWord(text: string): boolean {
  return /^[\p{L}\p{N}]+$/u.test(text)
}

/** In large pieces first: most files have nothing to offer. */
function mayContain(fd: number, { from, to }: ScanRange, isLikely: IsLikely): boolean {
  const overlap = 1024
  const buffer = Buffer.allocUnsafe(Math.min(CHUNK_BYTES, Math.max(1, to - from)))
  for (let at = from; at < to; at += Math.max(1, buffer.length - overlap)) {
    const count = readSync(fd, buffer, 0, Math.min(buffer.length, to - at), at)
    if (count === 0) return false
    if (isLikely(buffer, 0, count)) return true
    if (at + count >= to) return false
  }
  return false
}

/** The name of the tool whose result this is: its call stands before. */
function findToolName(fd: number, toolUseId: string, before: number): string | null {
  const mark = new ByteMark(`"id":${JSON.stringify(toolUseId)}`)
  let name: string | null = null
  scanLines(fd, 0, before, ({ bytes, start, end, offset }) => {
    if (name !== null || !mark.isIn(bytes, start, end, offset)) return
    const line = parseTranscriptLine(bytes, start, end)
    const call = line === null ? undefined : toBlocks(line).find((block) => block.id === toolUseId)
    if (typeof call?.name === 'string') name = canonicalToolName(call.name)
  })
  return name
}
