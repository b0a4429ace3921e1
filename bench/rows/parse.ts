import { parseLine } from '@quarterdeck/protocol'
import { CLI_VERSIONS, runCli, toSampleScenario } from '@quarterdeck/testkit'
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

export default {
  id: 'parse',
  title: 'Parse and normalise sessions of both CLIs, live and from disk, against JSON.parse alone',
  async run({ quick }) {
    const runs = await Promise.all(CLI_VERSIONS.map((version) => runCli(version, toSampleScenario)))
    const lines = runs.flatMap((run) => [...run.stdout, ...run.transcript])
    const rounds = quick ? 30 : 200
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
