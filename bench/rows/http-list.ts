import type { Row } from '../../scripts/rows.ts'
import { judge, toBenchDirectory } from '../data-directory.ts'
import { BenchServer, toIndexedData } from '../http-server.ts'
import { measureBeside } from '../slowness.ts'

/** On an open connection, everything counted and indexed. */
export default {
  id: 'http-list',
  title: 'Lists, search and usage over HTTP, warm',
  async run(context) {
    const { root, oracle, yardstick } = await toBenchDirectory(context)
    const server = await BenchServer.start(root, await toIndexedData(context))
    try {
      const measure = async (path: string, rounds = 40) => {
        await server.get(path)
        return measureBeside(yardstick, rounds, async () => (await server.get(path)).ms)
      }
      const rare = oracle.needles.find(({ kind }) => kind === 'result')?.query ?? ''
      const measured = [
        { name: 'list 50', value: await measure('/api/claude/sessions?limit=50'), bar: 5 },
        { name: 'list all', value: await measure('/api/claude/sessions?limit=10000'), bar: 25 },
        { name: 'rare word', value: await measure(`/api/claude/search?q=${encodeURIComponent(rare)}`), bar: 5 },
        { name: 'common word', value: await measure('/api/claude/search?q=the'), bar: 20 },
        { name: 'usage', value: await measure('/api/claude/usage?by=day'), bar: 20 },
        // What any answer costs on this connection: the machine's own limit.
        { name: 'health', value: await measure('/api/health'), bar: 5 },
      ]
      return judge(
        measured.map((one) => ({ ...one, unit: 'ms' as const })),
        1,
      )
    } finally {
      await server.stop()
    }
  },
} satisfies Row
