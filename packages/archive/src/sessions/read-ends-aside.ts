import type { WorkerPool } from '../index/worker-pool.ts'
import type { Catalogue } from './catalogue.ts'

/** Few enough that little is read twice where both ways meet. */
const AT_ONCE = 50

/**
 * The very first list has to look into every file, and most of that is waiting for the disk. While the list goes from the newest on, the
 * workers come from the oldest; where they meet, all is known.
 */
export async function readEndsAside(
  catalogue: Catalogue,
  pool: WorkerPool,
  workers: number,
  isOver: () => boolean,
): Promise<void> {
  const left = catalogue.sessions().slice(AT_ONCE)
  const goOn = async () => {
    while (left.length > 0 && !isOver()) {
      const files = left.splice(-AT_ONCE)
      const { ends = [] } = await pool.run({ kind: 'ends', files })
      for (const [index, facts] of ends.entries()) {
        const file = files[index]
        if (file !== undefined) catalogue.setEnds(file, facts)
      }
    }
  }
  // What fails here the list does itself.
  await Promise.allSettled(Array.from({ length: workers }, goOn))
}
