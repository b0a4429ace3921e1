import { type AuditRecord, CHAIN_START, type ChainEnd, parseAuditLine, toHash } from './audit-line.ts'

export type Verification =
  | { ok: true; count: number; sealed: number }
  /** The first line that is wrong, from 1 on, and what is wrong with it. */
  | { ok: false; line: number; problem: string }

/** Whether nothing was changed, moved, added or taken away. `noted` is what the note beside the file says of its last line. */
export function verifyAudit(file: Buffer, noted: ChainEnd | null): Verification {
  let end = CHAIN_START
  let sealed = 0
  let number = 0
  let torn = null as Torn | null
  let hashOfNoted: string | undefined
  for (const bytes of toLines(file)) {
    number += 1
    const parsed = parseAuditLine(bytes.toString('utf8'))
    if (parsed === null) {
      torn = { line: torn?.line ?? number, bytes: torn === null ? bytes : Buffer.concat([torn.bytes, NEWLINE, bytes]) }
      continue
    }
    if (torn !== null) {
      if (!isSealOf(parsed.record, torn.bytes)) return { ok: false, line: torn.line, problem: UNREADABLE }
      torn = null
      sealed += 1
    }
    if (parsed.end.n !== end.n + 1) return { ok: false, line: number, problem: toHole(end.n, parsed.end.n) }
    if (parsed.prev !== end.hash)
      return {
        ok: false,
        line: number,
        problem: 'it does not follow the line before it: one of the two was exchanged.',
      }
    end = parsed.end
    if (end.n === noted?.n) hashOfNoted = end.hash
  }
  // What a kill has cut off is sealed when the server is started next.
  if (torn !== null && (noted?.n ?? 0) > end.n) return { ok: false, line: torn.line, problem: UNREADABLE }
  return judgeEnd(end, noted, hashOfNoted) ?? { ok: true, count: end.n, sealed: sealed + (torn === null ? 0 : 1) }
}

interface Torn {
  line: number
  bytes: Buffer
}

const NEWLINE = Buffer.from('\n')
const UNREADABLE = 'it is not as it was written: its hash does not fit.'

function judgeEnd(end: ChainEnd, noted: ChainEnd | null, hashOfNoted: string | undefined): Verification | null {
  const wrong = (problem: string) => ({ ok: false as const, line: end.n + 1, problem })
  if (noted === null)
    return end.n === 0 ? null : wrong('the note of the last line is gone, so that lines may be missing here.')
  if (noted.n > end.n) return wrong(`${noted.n - end.n} lines are missing behind line ${end.n}.`)
  return noted.n === 0 || hashOfNoted === noted.hash
    ? null
    : { ...wrong('it is not the line that was written.'), line: noted.n }
}

function toHole(before: number, found: number): string {
  return found > before + 1
    ? `entry ${found} stands where ${before + 1} should: ${found - before - 1} were taken away before it.`
    : `entry ${found} stands where ${before + 1} should: it was moved or repeated.`
}

function isSealOf({ event, bytes, sha256 }: AuditRecord, torn: Buffer): boolean {
  return event === 'audit_sealed' && bytes === torn.length && sha256 === toHash(torn)
}

function* toLines(file: Buffer): Generator<Buffer> {
  for (let start = 0; start < file.length; ) {
    const stop = file.indexOf(10, start)
    yield file.subarray(start, stop < 0 ? file.length : stop)
    if (stop < 0) return
    start = stop + 1
  }
}
