import type { Row } from '../../scripts/rows.ts'
import { measureLoad } from '../live-load.ts'

const MAX_P99_MS = 20
const MAX_TIMES_BARE = 4

export default {
  id: 'live-load',
  title: 'Live: 50 sessions at 100 lines a second, all open on 4 pages',
  async run({ quick }) {
    const load = { sessions: quick ? 5 : 50, clients: 4, rate: 100, seconds: quick ? 3 : 15, door: 'live' as const }
    const { ours, bare, memoryMb, cpuUsPerLine } = await measureLoad(load)
    return {
      passed: ours.p99Ms <= MAX_P99_MS || ours.p99Ms <= MAX_TIMES_BARE * bare.p99Ms,
      bar: `p99 at most ${MAX_P99_MS} ms, or ${MAX_TIMES_BARE} times a bare pipe and socket`,
      found: `p99 ${ours.p99Ms.toFixed(1)} ms, median ${ours.p50Ms.toFixed(1)} ms (bare ${bare.p99Ms.toFixed(1)} and ${bare.p50Ms.toFixed(1)} ms); server ${memoryMb.late.toFixed(0)} MB, ${cpuUsPerLine.toFixed(0)} µs a line`,
      figures: { p99Ms: ours.p99Ms, p50Ms: ours.p50Ms, bareP99Ms: bare.p99Ms, cpuUsPerLine, memoryMb: memoryMb.late },
    }
  },
} satisfies Row
