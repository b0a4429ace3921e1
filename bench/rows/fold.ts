import { parseLine } from '@quarterdeck/protocol'
import { listRecordedVersions, listRecordings, readRecording } from '@quarterdeck/testkit'
import { fold, initialState } from '@quarterdeck/transcript'
import type { Row } from '../../scripts/rows.ts'
import { measureAgainst } from '../measure-against.ts'

/** What each session of a version wrote, to stdout and, as a session of its own, into its transcript. */
function readSessions(version: string): string[][] {
  return listRecordings(version).flatMap((name) => {
    const { lines, files } = readRecording(version, name)
    const written = lines.flatMap((entry) => (entry.dir === 'out' ? [entry.line] : []))
    const kept = files
      .filter(({ path }) => path.endsWith('.jsonl'))
      .map((file) => file.lines.filter((line) => line !== ''))
    return [written, ...kept]
  })
}

export default {
  id: 'fold',
  title: 'Parse, normalise and fold all recordings, live and from disk, against JSON.parse alone',
  async run({ quick }) {
    const sessions = listRecordedVersions().flatMap(readSessions)
    const rounds = quick ? 8 : 20
    const json = () => {
      for (const lines of sessions) for (const line of lines) JSON.parse(line)
    }
    const ours = () => {
      for (const lines of sessions) {
        let state = initialState
        for (let seq = 1; seq <= lines.length; seq++) {
          const parsed = parseLine(lines[seq - 1] as string)
          if (parsed.kind === 'message') state = fold(state, { kind: 'message', message: parsed.message, seq })
        }
      }
    }
    const found = measureAgainst(json, ours, rounds)
    const ratio = found.oursMs / found.baseMs
    const count = sessions.reduce((sum, lines) => sum + lines.length, 0)
    const micros = (ms: number) => ((ms * 1000) / count).toFixed(2)
    return {
      passed: ratio < 3,
      bar: 'under 3 times',
      found: `${ratio.toFixed(2)} times (${micros(found.oursMs)} µs a line, JSON.parse ${micros(found.baseMs)} µs, ${count} lines)`,
      figures: { ratio, oursMs: found.oursMs, jsonParseMs: found.baseMs, lines: count },
    }
  },
} satisfies Row
