import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { Archive } from '@quarterdeck/archive'
import { listSdkSessions } from '@quarterdeck/testkit'
import { buildStale } from '../../scripts/build.ts'
import { root as clone } from '../../scripts/root.ts'
import type { Row } from '../../scripts/rows.ts'
import { judge, median, time, toBenchDirectory } from '../data-directory.ts'
import { dropPageCache } from '../drop-page-cache.ts'

const PROGRAM = join(clone, 'packages/server/dist/quarterdeck.js')

function list(root: string, data: string, limit: string[]): void {
  const args = [PROGRAM, 'sessions', '--json', ...limit, '--claude-dir', root, '--data', data]
  execFileSync(process.execPath, args, { maxBuffer: 1 << 30, stdio: ['ignore', 'pipe', 'inherit'] })
}

/** From the start of a process to the list, beside the Agent SDK alone; and warm, inside of a running one. */
export default {
  id: 'archive-list',
  title: 'Sessions listed: cold, after a restart and warm, beside the SDK',
  async run(context) {
    await buildStale()
    const { root, slowness, fresh } = await toBenchDirectory(context)
    const isCold = dropPageCache()
    const sdk = (await listSdkSessions(root)).elapsedMs
    dropPageCache()
    const first = await time(() => list(root, fresh('list'), ['--limit', '50']))
    dropPageCache()
    const all = await time(() => list(root, fresh('list'), ['--all']))
    const data = fresh('list')
    const archive = new Archive({ directories: [root], data: join(data, 'index'), mode: 'serve', isIndexing: false })
    try {
      await archive.readUsage({ by: 'day' })
      const restart = await median(3, () => list(root, data, ['--limit', '50']))
      await archive.listSessions({ limit: 1e6 })
      const screen = await median(20, () => archive.listSessions({ limit: 50 }))
      const whole = await median(20, () => archive.listSessions({ limit: 1e6 }))
      // The SDK took 2.2 s where the bars are 0.6, 1.2 and 0.35 s.
      const measured = [
        { name: 'newest 50 / SDK', value: first.ms / sdk, bar: context.quick ? 1.5 : 0.27, unit: 'of' as const },
        { name: 'all / SDK', value: all.ms / sdk, bar: context.quick ? 1.5 : 0.55, unit: 'of' as const },
        { name: 'restart', value: restart, bar: 350, unit: 'ms' as const, isTime: true },
        { name: 'warm 50', value: screen, bar: 5, unit: 'ms' as const, isTime: true },
        { name: 'warm all', value: whole, bar: 25, unit: 'ms' as const, isTime: true },
      ]
      const judged = judge(measured, slowness)
      const how = isCold ? 'cold' : 'warm, the page cache could not be dropped'
      return {
        ...judged,
        found: `${judged.found} (SDK ${sdk.toFixed(0)}, 50 ${first.ms.toFixed(0)}, all ${all.ms.toFixed(0)} ms, ${how})`,
        figures: { ...judged.figures, sdkMs: sdk, firstMs: first.ms, allMs: all.ms },
      }
    } finally {
      await archive.close()
    }
  },
} satisfies Row
