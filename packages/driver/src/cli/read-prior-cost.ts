import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import { findTranscript } from './find-transcript.ts'

/** The CLI writes its total when it ends, and little behind it: titles, the last prompt. */
const TAIL_BYTES = 256 * 1024
const MARK = '"type":"cost-state"'

/** The total that a transcript ends with, from which newer CLIs go on counting when they resume it or fork it. */
export function readPriorCost(transcript: string | null): number | undefined {
  if (transcript === null) return undefined
  const line = readTail(transcript)
    .split('\n')
    .findLast((each) => each.includes(MARK))
  return line === undefined ? undefined : toTotal(line)
}

function readTail(path: string): string {
  const descriptor = openSync(path, 'r')
  try {
    const { size } = fstatSync(descriptor)
    const bytes = Buffer.allocUnsafe(Math.min(size, TAIL_BYTES))
    const read = readSync(descriptor, bytes, 0, bytes.length, size - bytes.length)
    return bytes.toString('utf8', 0, read)
  } finally {
    closeSync(descriptor)
  }
}

function toTotal(line: string): number | undefined {
  try {
    const { type, totalCostUSD: total } = JSON.parse(line) as Record<string, unknown>
    return type === 'cost-state' && typeof total === 'number' && Number.isFinite(total) ? total : undefined
  } catch {
    // A line that was cut off at the beginning of the tail: then nothing is known.
    return undefined
  }
}

/** For the processes of a session, of which the first goes on with `resume`, if with any. */
export function createPriorCostReader(claudeDir: string, resume: string | undefined) {
  return ({ sessionId, isFirst }: { sessionId: string; isFirst: boolean }): number | undefined => {
    const prior = isFirst ? resume : sessionId
    return prior === undefined ? undefined : readPriorCost(findTranscript(claudeDir, prior))
  }
}
