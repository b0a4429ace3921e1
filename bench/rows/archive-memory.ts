import type { Row } from '../../scripts/rows.ts'
import { judge, toBenchDirectory } from '../data-directory.ts'
import { openLargeSession } from '../large-session.ts'

/** In a process of its own. */
export default {
  id: 'archive-memory',
  title: 'The largest session opened and streamed: peak memory of the process',
  async run(context) {
    const { root, oracle, slowness, fresh } = await toBenchDirectory(context)
    const { peakMb, bytes } = await openLargeSession(root, fresh('memory'), oracle.longest.byBytes)
    const judged = judge([{ name: 'peak', value: peakMb, bar: 200, unit: 'MB' }], slowness)
    return { ...judged, found: `${judged.found} MB for ${(bytes / 1e6).toFixed(0)} MB` }
  },
} satisfies Row
