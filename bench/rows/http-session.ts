import type { Row } from '../../scripts/rows.ts'
import { judge, toBenchDirectory } from '../data-directory.ts'
import { BenchServer, toIndexedData } from '../http-server.ts'
import { measureBeside } from '../slowness.ts'

const WANTED_BYTES = 50_000_000

/** A fresh server for each first page, since the second is always quick. */
export default {
  id: 'http-session',
  title: '50 MB session over HTTP: first page on a fresh server, whole and raw',
  async run(context) {
    const { root, oracle, yardstick } = await toBenchDirectory(context)
    const data = await toIndexedData(context)
    const byDistance = oracle.sessions.toSorted(
      (one, other) => Math.abs(one.bytes - WANTED_BYTES) - Math.abs(other.bytes - WANTED_BYTES),
    )
    const { id, bytes } = byDistance[0] as (typeof byDistance)[number]
    const of = `/api/claude/sessions/${id}`
    const page = await measureBeside(yardstick, 5, async () => {
      const server = await BenchServer.start(root, data)
      const { ms } = await server.get(`${of}/messages?limit=50`)
      await server.stop()
      return ms
    })
    const server = await BenchServer.start(root, data)
    try {
      let got = 0
      const whole = await measureBeside(yardstick, 7, async () => {
        const { ms, bytes: all } = await server.get(`${of}/messages?all=1`)
        got = all
        return ms
      })
      const firstByteMs = await measureBeside(
        yardstick,
        7,
        async () => (await server.get(`${of}/messages?all=1`)).firstByteMs,
      )
      const measured = [
        { name: 'first page', value: page, bar: 50 },
        { name: 'whole', value: whole, bar: (150 * bytes) / WANTED_BYTES },
        { name: 'first byte', value: firstByteMs, bar: 20 },
      ]
      const judged = judge(
        measured.map((one) => ({ ...one, unit: 'ms' as const })),
        1,
      )
      return {
        ...judged,
        passed: judged.passed && got >= bytes * 0.99,
        found: `${judged.found} for ${(got / 1e6).toFixed(0)} MB`,
        figures: { ...judged.figures, bytes: got },
      }
    } finally {
      await server.stop()
    }
  },
} satisfies Row
