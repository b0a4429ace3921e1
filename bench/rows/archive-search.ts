import { appendFileSync, globSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { Archive, type SearchRequest } from '@quarterdeck/archive'
import type { Row } from '../../scripts/rows.ts'
import { readCpuMs } from '../cpu-ms.ts'
import { buildWorker, judge, median, time, toBenchDirectory } from '../data-directory.ts'

const BARS_BYTES = 1.06e9

/** The index is built, and then asked for what the oracle has planted. Whatever is not found fails the row. */
export default {
  id: 'archive-search',
  title: 'Index built in the background, then searched: words, phrases, substrings, CJK',
  async run(context) {
    const { root, oracle, slowness, fresh } = await toBenchDirectory(context)
    const data = fresh('search')
    const workerUrl = await buildWorker()
    const archive = new Archive({ directories: [root], data, mode: 'serve', workerUrl, isIndexing: false })
    try {
      const cpuBefore = readCpuMs()
      const built = await time(() => archive.settle())
      const cpuMs = readCpuMs() - cpuBefore
      const bytes = archive.progress?.bytes ?? 0
      const indexBytes = globSync(join(data, '*')).reduce((sum, path) => sum + statSync(path).size, 0)
      let lost = 0
      const ask = async (kind: string) => {
        const needles = oracle.needles.filter((needle) => needle.kind === kind)
        const times: number[] = []
        for (const { query, hits } of needles) {
          const text = kind === 'phrase' ? `"${query}"` : query
          const request: SearchRequest = { text, limit: 50 }
          const { result } = await time(() => archive.search(request))
          const found = new Set(result.hits.map(({ uuid }) => uuid))
          lost += hits.filter(({ uuid }) => !found.has(uuid)).length
          times.push(await median(3, () => archive.search(request)))
        }
        return times.sort((one, other) => one - other)[Math.floor(times.length / 2)] ?? 0
      }
      const measured = [
        { name: 'rare word', value: await ask('result'), bar: 5, unit: 'ms' as const, isTime: true },
        { name: 'phrase', value: await ask('phrase'), bar: 20, unit: 'ms' as const, isTime: true },
        {
          name: 'common word',
          value: await median(5, () => archive.search({ text: 'index', limit: 50 })),
          bar: 20,
          unit: 'ms' as const,
          isTime: true,
        },
        { name: 'substring', value: await ask('substring'), bar: 600, unit: 'ms' as const, isTime: true },
        { name: 'CJK', value: await ask('cjk'), bar: 600, unit: 'ms' as const, isTime: true },
        {
          name: 'update',
          value: await measureUpdate(archive, root, oracle.sessions[0]?.file ?? ''),
          bar: 1000,
          unit: 'ms' as const,
          isTime: true,
        },
        {
          name: 'CPU',
          value: cpuMs,
          bar: (20_000 * bytes) / BARS_BYTES,
          unit: 'ms' as const,
          isTime: true,
        },
        { name: 'size / data', value: indexBytes / bytes, bar: 0.35, unit: 'of' as const },
      ]
      const judged = judge(measured, slowness)
      return {
        ...judged,
        passed: judged.passed && lost === 0,
        found: `${judged.found}, built in ${(built.ms / 1000).toFixed(1)} s, ${lost} lost`,
        figures: { ...judged.figures, builtMs: built.ms, lost },
      }
    } finally {
      await archive.close()
    }
  },
} satisfies Row

/** From a new line to the index, as it goes when a terminal writes one. */
async function measureUpdate(archive: Archive, root: string, file: string): Promise<number> {
  const uuid = crypto.randomUUID()
  const message = { role: 'user', content: 'xylophonist' }
  const line = { type: 'user', message, uuid, timestamp: new Date().toISOString(), sessionId: 'x', cwd: '/x' }
  const { ms } = await time(async () => {
    appendFileSync(join(root, file), `${JSON.stringify(line)}\n`)
    await archive.settle()
  })
  const { hits, unindexedFiles } = await archive.search({ text: 'xylophonist' })
  return hits.length === 1 && unindexedFiles === 0 ? ms : Number.POSITIVE_INFINITY
}
