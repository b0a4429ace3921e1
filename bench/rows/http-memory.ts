import { setTimeout as sleep } from 'node:timers/promises'
import type { Row } from '../../scripts/rows.ts'
import { judge, toBenchDirectory } from '../data-directory.ts'
import { BenchServer, toIndexedData } from '../http-server.ts'

/** Of the server's process, after a restart: at rest after the list, and at most while the largest session is opened and streamed. */
export default {
  id: 'http-memory',
  title: 'Memory of the server: at rest after the list, and with the largest session opened',
  async run(context) {
    const { root, oracle, slowness } = await toBenchDirectory(context)
    const server = await BenchServer.start(root, await toIndexedData(context))
    try {
      await server.get('/api/claude/sessions?limit=10000')
      // Threads that counted what was new end when they have rested for a while.
      await sleep(30_000)
      const { nowMb: idle } = server.readMemory()
      const of = `/api/claude/sessions/${oracle.longest.byBytes}`
      await server.get(`${of}/messages?limit=50`)
      const { bytes } = await server.get(`${of}/messages?all=1`)
      const { peakMb } = server.readMemory()
      const measured = [
        { name: 'at rest', value: idle, bar: 120, unit: 'MB' as const },
        { name: 'peak', value: peakMb, bar: 200, unit: 'MB' as const },
      ]
      const judged = judge(measured, slowness)
      return { ...judged, found: `${judged.found} MB for ${(bytes / 1e6).toFixed(0)} MB` }
    } finally {
      await server.stop()
    }
  },
} satisfies Row
