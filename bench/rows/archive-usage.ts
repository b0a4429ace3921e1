import { Archive } from '@quarterdeck/archive'
import { countWithCcusage } from '@quarterdeck/testkit'
import type { Row } from '../../scripts/rows.ts'
import { buildWorker, judge, listFiles, median, time, toBenchDirectory } from '../data-directory.ts'
import { parseAnswers } from '../parse-answers.ts'

/** All history, with an empty index and a warm page cache, beside ccusage and the machine's own limit. */
export default {
  id: 'archive-usage',
  title: 'Usage of all history: the first time, and from the index, beside ccusage',
  async run(context) {
    const { root, oracle, slowness, fresh } = await toBenchDirectory(context)
    const files = listFiles(root)
    parseAnswers(files)
    const limit = await time(() => parseAnswers(files))
    const ccusage = await countWithCcusage(root, 'UTC')
    const workerUrl = await buildWorker()
    const options = { directories: [root], data: fresh('usage'), mode: 'serve', workerUrl } as const
    const archive = new Archive({ ...options, isIndexing: false })
    try {
      const first = await time(() => archive.readUsage({ by: 'day', timeZone: 'UTC' }))
      const then = await median(5, () => archive.readUsage({ by: 'day', timeZone: 'UTC' }))
      const { totals } = first.result
      const { total } = oracle.usage
      const isExact =
        totals.outputTokens === total.outputTokens &&
        totals.cacheReadTokens === total.cacheReadTokens &&
        totals.messages === total.messages &&
        Math.abs(totals.costUsd - total.usd) < 1e-6
      // The limit took 1.23 s where the bar is 1.3 s.
      const measured = [
        { name: 'first / one-thread parse', value: first.ms / limit.ms, bar: 1.06, unit: 'of' as const },
        { name: 'then', value: then, bar: 20, unit: 'ms' as const, isTime: true },
      ]
      const judged = judge(measured, slowness)
      const others = `first ${first.ms.toFixed(0)} ms, parse ${limit.ms.toFixed(0)} ms, ccusage ${ccusage.elapsedMs.toFixed(0)} ms`
      return {
        ...judged,
        passed: judged.passed && isExact,
        found: `${judged.found} (${others}), totals ${isExact ? 'exact' : 'WRONG'}`,
        figures: { ...judged.figures, firstMs: first.ms, limitMs: limit.ms, ccusageMs: ccusage.elapsedMs },
      }
    } finally {
      await archive.close()
    }
  },
} satisfies Row
