import { parseLine } from '@quarterdeck/protocol'
import { listRecordedVersions, listRecordings, readRecording } from '@quarterdeck/testkit'
import { fold, initialState } from '@quarterdeck/transcript'
import type { Row } from '../../scripts/rows.ts'

/** Some systems count a thread's time in steps of 4 ms, which is a quarter of one pass. */
const PASSES = 5

/** Of this thread's own time: what else the machine does is not ours. */
function time(work: () => void): number {
  const started = process.threadCpuUsage()
  for (let pass = 0; pass < PASSES; pass++) work()
  const { user, system } = process.threadCpuUsage(started)
  return (user + system) / 1000 / PASSES
}

interface Times {
  json: number
  ours: number
}

/**
 * The middle one of some rounds by its ratio. Both are timed next to each other in a round: a machine that is slow for a while
 * is slow for both, where the fastest of each alone would set a calm moment of the one against a busy one of the other.
 */
function measure(rounds: number, json: () => void, ours: () => void): Times {
  const times = Array.from({ length: rounds }, (): Times => {
    const before = time(json)
    const own = time(ours)
    return { json: (before + time(json)) / 2, ours: own }
  })
  // The first half warms up.
  const warm = times.slice(rounds / 2).toSorted((one, other) => one.ours / one.json - other.ours / other.json)
  return warm[Math.floor(warm.length / 2)] as Times
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
