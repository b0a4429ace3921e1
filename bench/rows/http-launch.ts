import { listSdkSessions } from '@quarterdeck/testkit'
import type { Row } from '../../scripts/rows.ts'
import { judge, toBenchDirectory } from '../data-directory.ts'
import { dropPageCache } from '../drop-page-cache.ts'
import { BenchServer, toIndexedData } from '../http-server.ts'
import { measureBeside } from '../slowness.ts'

/** From the start of the server's process to the list in a client's hands, beside the Agent SDK's list alone. */
export default {
  id: 'http-launch',
  title: 'Launch to the first list over HTTP: without state and cold, and after a restart',
  async run(context) {
    const { root, yardstick, fresh } = await toBenchDirectory(context)
    const launch = async (data: string, limit: number) => {
      const begun = performance.now()
      const server = await BenchServer.start(root, data)
      await server.get(`/api/claude/sessions?limit=${limit}`)
      const ms = performance.now() - begun
      await server.stop()
      return ms
    }
    const isCold = dropPageCache()
    const sdk = (await listSdkSessions(root)).elapsedMs
    const cold = (limit: number) => {
      dropPageCache()
      return launch(fresh('launch'), limit)
    }
    const first = await cold(50)
    const all = await cold(10_000)
    const data = await toIndexedData(context)
    const restart = await measureBeside(yardstick, 5, () => launch(data, 50))
    // The SDK alone took 2.2 s where the bars are 0.6 and 1.2 s.
    const measured = [
      { name: 'newest 50 / SDK', value: first / sdk, bar: context.quick ? 3 : 0.27, unit: 'of' as const },
      { name: 'all / SDK', value: all / sdk, bar: context.quick ? 3 : 0.55, unit: 'of' as const },
      { name: 'restart', value: restart, bar: 350, unit: 'ms' as const },
    ]
    const judged = judge(measured, 1)
    const how = isCold ? 'cold' : 'warm, the page cache could not be dropped'
    return {
      ...judged,
      found: `${judged.found} (SDK ${sdk.toFixed(0)}, 50 ${first.toFixed(0)}, all ${all.toFixed(0)} ms, ${how})`,
      figures: { ...judged.figures, sdkMs: sdk, firstMs: first, allMs: all },
    }
  },
} satisfies Row
