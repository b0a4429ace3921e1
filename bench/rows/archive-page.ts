import { statSync } from 'node:fs'
import { join } from 'node:path'
import { Archive } from '@quarterdeck/archive'
import type { Row } from '../../scripts/rows.ts'
import { judge, median, time, toBenchDirectory } from '../data-directory.ts'

/** A session of about 50 MB, in an archive that was just opened and has no index. */
export default {
  id: 'archive-page',
  title: 'A 50 MB session: first page of 50 in a fresh archive, the page before, and the whole, raw',
  async run(context) {
    const { root, oracle, slowness, fresh } = await toBenchDirectory(context)
    const session = oracle.sessions.reduce((one, other) =>
      Math.abs(other.bytes - 50e6) < Math.abs(one.bytes - 50e6) ? other : one,
    )
    const size = statSync(join(root, session.file)).size
    const archive = new Archive({ directories: [root], data: fresh('page'), mode: 'serve', isIndexing: false })
    try {
      const first = await time(() => archive.readPage(session.id, { limit: 50 }))
      const middle = archive.readPage(session.id, { before: `@:${Math.floor(size / 2)}`, limit: 50 })
      const uuid = middle?.items.map((item) => JSON.parse(item).uuid).find((id) => typeof id === 'string')
      const before = await median(5, () => archive.readPage(session.id, { before: uuid, limit: 50 }))
      let firstByte = 0
      let bytes = 0
      const whole = await median(5, async () => {
        const started = performance.now()
        bytes = 0
        for await (const piece of archive.stream(session.id) ?? []) {
          if (bytes === 0) firstByte = performance.now() - started
          bytes += piece.length
        }
      })
      const share = size / 50e6
      const measured = [
        { name: 'first page', value: first.ms, bar: 50, unit: 'ms' as const, isTime: true },
        { name: 'page before a uuid', value: before, bar: 50, unit: 'ms' as const, isTime: true },
        { name: 'whole', value: whole / share, bar: 150, unit: 'ms' as const, isTime: true },
        { name: 'first byte', value: firstByte, bar: 20, unit: 'ms' as const, isTime: true },
      ]
      const judged = judge(measured, slowness)
      return { ...judged, found: `${judged.found} (${(bytes / 1e6).toFixed(0)} MB)` }
    } finally {
      await archive.close()
    }
  },
} satisfies Row
