import { parseLine } from '@quarterdeck/protocol'
import { listRecordedVersions, listRecordings, readRecording } from '@quarterdeck/testkit'
import type { Row } from '../../scripts/rows.ts'

/** The fastest of some rounds: what the machine can do when nothing else disturbs it. */
function measure(lines: string[], rounds: number, work: (line: string) => unknown): number {
  let best = Number.POSITIVE_INFINITY
  for (let round = 0; round < rounds; round++) {
    const started = performance.now()
    for (const line of lines) work(line)
    best = Math.min(best, performance.now() - started)
  }
  return best
}

/** Every line that a version wrote in its recordings, to stdout and into transcripts. */
function readLines(version: string): string[] {
  return listRecordings(version).flatMap((name) => {
    const { lines, files } = readRecording(version, name)
    const written = lines.flatMap((entry) => (entry.dir === 'out' ? [entry.line] : []))
    const kept = files.filter(({ path }) => path.endsWith('.jsonl')).flatMap((file) => file.lines)
    return [...written, ...kept.filter((line) => line !== '')]
  })
}

export default {
  id: 'parse',
  title: 'Parse and normalise all recordings, live and from disk, against JSON.parse alone',
  async run({ quick }) {
    const lines = listRecordedVersions().flatMap(readLines)
    const rounds = quick ? 3 : 20
    const run = () => ({ json: measure(lines, rounds, JSON.parse), ours: measure(lines, rounds, parseLine) })
    run()
    const { json, ours } = run()
    const ratio = ours / json
    const micros = (ms: number) => ((ms * 1000) / lines.length).toFixed(2)
    return {
      passed: ratio < 2.2,
      bar: 'under 2.2 times',
      found: `${ratio.toFixed(2)} times (${micros(ours)} µs a line, JSON.parse ${micros(json)} µs, ${lines.length} lines)`,
      figures: { ratio, oursMs: ours, jsonParseMs: json, lines: lines.length },
    }
  },
} satisfies Row
