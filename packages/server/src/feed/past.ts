import type { Archive, Position } from '@quarterdeck/archive'
import type { FeedRecord } from './feed-record.ts'

const NEWLINE = 10
const BATCH_CHARACTERS = 256 * 1024

/** Lines of a transcript up to a place that does not change any more: the first of a feed. */
export interface PastLines {
  sessionId: string
  position: Position
  lines: number
}

/** How many lines a transcript has up to a place, as the archive streams them. */
export async function countLines(archive: Archive, sessionId: string, position: Position): Promise<number> {
  let lines = 0
  for await (const piece of archive.stream(sessionId, undefined, position) ?? []) lines += countIn(piece)
  return lines
}

/** The lines behind a number, a batch at a time. They are read when they are wanted, and not kept. */
export async function* readPast(archive: Archive, past: PastLines, after: number): AsyncGenerator<FeedRecord[]> {
  const { sessionId, position, lines } = past
  let seq = 0
  for await (const piece of archive.stream(sessionId, undefined, position) ?? []) {
    const inPiece = countIn(piece)
    if (seq + inPiece <= after) {
      seq += inPiece
      continue
    }
    let batch: FeedRecord[] = []
    let characters = 0
    for (let start = 0; start < piece.length; ) {
      const end = piece.indexOf(NEWLINE, start)
      seq += 1
      if (seq > lines) break
      if (seq > after) {
        const message = piece.toString('utf8', start, end).trim()
        batch.push({ seq, head: '', message })
        characters += message.length
      }
      if (characters > BATCH_CHARACTERS) {
        yield batch
        batch = []
        characters = 0
      }
      start = end + 1
    }
    if (batch.length > 0) yield batch
    if (seq >= lines) return
  }
}

/** A file that was written anew under its old name mostly begins otherwise. */
export async function readFirstLine(archive: Archive, past: PastLines): Promise<string> {
  for await (const [first] of readPast(archive, { ...past, lines: 1 }, 0)) return first?.message ?? ''
  return ''
}

function countIn(piece: Buffer): number {
  let count = 0
  for (let at = piece.indexOf(NEWLINE); at >= 0; at = piece.indexOf(NEWLINE, at + 1)) count += 1
  return count
}
