import { parseLine } from '@quarterdeck/protocol'
import { listRecordedVersions, listRecordings, readRecording } from '@quarterdeck/testkit'
import { fold, initialState } from '@quarterdeck/transcript'
import type { Row } from '../../scripts/rows.ts'

/** Of this thread's own time: what else the machine does is not ours. */
function time(work: () => void): number {
  const started = process.threadCpuUsage()
  work()
  const { user, system } = process.threadCpuUsage(started)
  return (user + system) / 1000
}

/** The fastest of some rounds of each, by turns: what the machine can do when nothing else disturbs it. */
function measure(rounds: number, json: () => void, ours: () => void): { json: number; ours: number } {
  const best = { json: Number.POSITIVE_INFINITY, ours: Number.POSITIVE_INFINITY }
  for (let round = 0; round < rounds; round++) {
    best.json = Math.min(best.json, time(json))
    best.ours = Math.min(best.ours, time(ours))
  }
  return best
}

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
    const rounds = quick ? 10 : 60
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
    const found = measure(rounds, json, ours)
    const ratio = found.ours / found.json
    const count = sessions.reduce((sum, lines) => sum + lines.length, 0)
    const micros = (ms: number) => ((ms * 1000) / count).toFixed(2)
    return {
      passed: ratio < 3,
      bar: 'under 3 times',
      found: `${ratio.toFixed(2)} times (${micros(found.ours)} µs a line, JSON.parse ${micros(found.json)} µs, ${count} lines)`,
      figures: { ratio, oursMs: found.ours, jsonParseMs: found.json, lines: count },
    }
  },
} satisfies Row
