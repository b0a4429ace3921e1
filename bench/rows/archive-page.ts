import type { Row } from '../../scripts/rows.ts'
import { judge, toBenchDirectory } from '../data-directory.ts'
import { openLargeSession } from '../large-session.ts'

/** A session of about 50 MB, in a process of its own that has just begun and has no index. */
export default {
  id: 'archive-page',
  title: 'A 50 MB session: first page of 50 in a fresh archive, the page before, and the whole, raw',
  async run(context) {
    const { root, oracle, slowness, fresh } = await toBenchDirectory(context)
    const session = oracle.sessions.reduce((one, other) =>
      Math.abs(other.bytes - 50e6) < Math.abs(one.bytes - 50e6) ? other : one,
    )
    const found = await openLargeSession(root, fresh('page'), session.id)
    const share = found.bytes / 50e6
    const time = (name: string, value: number, bar: number) => ({ name, value, bar, unit: 'ms' as const, isTime: true })
    const measured = [
      time('first page', found.firstPageMs, 50),
      time('page before a uuid', found.pageMs, 50),
      time('whole', found.wholeMs / share, 150),
      time('first byte', found.firstByteMs, 20),
    ]
    const judged = judge(measured, slowness)
    return { ...judged, found: `${judged.found} (${(found.bytes / 1e6).toFixed(0)} MB)` }
  },
} satisfies Row
