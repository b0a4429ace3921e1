import { parseLine } from '@quarterdeck/protocol'
import { listRecordedVersions, listRecordings, readRecording } from '@quarterdeck/testkit'
import type { Row } from '../../scripts/rows.ts'
import { measureAgainst } from '../measure-against.ts'

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
    const json = () => {
      for (const line of lines) JSON.parse(line)
    }
    const ours = () => {
      for (const line of lines) parseLine(line)
    }
    const { baseMs, oursMs } = measureAgainst(json, ours, quick ? 8 : 20)
    const ratio = oursMs / baseMs
    const micros = (ms: number) => ((ms * 1000) / lines.length).toFixed(2)
    return {
      passed: ratio < 2.2,
      bar: 'under 2.2 times',
      found: `${ratio.toFixed(2)} times (${micros(oursMs)} µs a line, JSON.parse ${micros(baseMs)} µs, ${lines.length} lines)`,
      figures: { ratio, oursMs, jsonParseMs: baseMs, lines: lines.length },
    }
  },
} satisfies Row
