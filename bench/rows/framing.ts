import { LineFramer } from '@quarterdeck/driver'
import { listRecordedVersions, listRecordings, readRecording } from '@quarterdeck/testkit'
import type { Row } from '../../scripts/rows.ts'

const NEWLINE = 0x0a
/** What a pipe gives at once. */
const CHUNK = 65_536
const MEBIBYTE = 1024 * 1024
const MAX_RATIO = 3

/** The fastest of some rounds: what the machine can do when nothing else disturbs it. */
function measure(rounds: number, work: () => void): number {
  let best = Number.POSITIVE_INFINITY
  for (let round = 0; round < rounds; round++) {
    const started = performance.now()
    work()
    best = Math.min(best, performance.now() - started)
  }
  return best
}

/** What the CLI wrote in all recordings, over and over, as a pipe would give it. */
function toChunks(bytes: number): Buffer[] {
  const lines = listRecordedVersions().flatMap((version) =>
    listRecordings(version).flatMap((name) =>
      readRecording(version, name).lines.flatMap((entry) => (entry.dir === 'out' ? [`${entry.line}\n`] : [])),
    ),
  )
  const once = Buffer.from(lines.join(''))
  const all = Buffer.concat(Array(Math.ceil(bytes / once.length)).fill(once))
  return Array.from({ length: Math.ceil(all.length / CHUNK) }, (_, at) => all.subarray(at * CHUNK, (at + 1) * CHUNK))
}

function scan(chunks: Buffer[]): number {
  let lines = 0
  for (const chunk of chunks)
    for (let at = chunk.indexOf(NEWLINE); at >= 0; at = chunk.indexOf(NEWLINE, at + 1)) lines++
  return lines
}

function frame(chunks: Buffer[]): number {
  let lines = 0
  const framer = new LineFramer(() => lines++)
  for (const chunk of chunks) framer.push(chunk)
  framer.end()
  return lines
}

export default {
  id: 'framing',
  title: 'Framing what the CLI writes, against a bare newline scan',
  async run({ quick }) {
    const chunks = toChunks((quick ? 20 : 100) * MEBIBYTE)
    const [expected, found] = [scan(chunks), frame(chunks)]
    const rounds = quick ? 5 : 15
    const scanMs = measure(rounds, () => scan(chunks))
    const frameMs = measure(rounds, () => frame(chunks))
    const ratio = frameMs / scanMs
    const megabytes = chunks.reduce((sum, chunk) => sum + chunk.length, 0) / MEBIBYTE
    const speed = (ms: number) => `${(megabytes / 1.024 / ms).toFixed(1)} GB/s`
    return {
      passed: found === expected && ratio < MAX_RATIO,
      bar: `under ${MAX_RATIO} times, and every line`,
      found: `${ratio.toFixed(2)} times (${speed(frameMs)}, the scan ${speed(scanMs)}, ${found} of ${expected} lines)`,
      figures: { ratio, frameMs, scanMs, lines: found, megabytes },
    }
  },
} satisfies Row
