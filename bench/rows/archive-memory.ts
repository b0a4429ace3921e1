import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { root as clone } from '../../scripts/root.ts'
import type { Row } from '../../scripts/rows.ts'
import { judge, toBenchDirectory } from '../data-directory.ts'

/** In a process of its own, sources and all. */
export default {
  id: 'archive-memory',
  title: 'The largest session opened and streamed: peak memory of the process',
  async run(context) {
    const { root, oracle, slowness, fresh } = await toBenchDirectory(context)
    const program = join(clone, 'bench/open-large-session.ts')
    const args = [program, root, fresh('memory'), oracle.longest.byBytes]
    const { peakMb, bytes } = JSON.parse(execFileSync(process.execPath, args).toString())
    const judged = judge([{ name: 'peak', value: peakMb, bar: 200, unit: 'MB' }], slowness)
    return { ...judged, found: `${judged.found} MB for ${(bytes / 1e6).toFixed(0)} MB` }
  },
} satisfies Row
