import { closeSync, readSync } from 'node:fs'
import { setImmediate } from 'node:timers/promises'
import { openInside } from '../../safe-open.ts'
import { LONGEST_HEADER, toFrameSize } from './frame-size.ts'
import { listDeep } from './list-deep.ts'

const AREAS = ['projects', 'file-history', 'tasks', 'todos']
/** Others want to be served too while thousands of copies are looked at. */
const BREATHE_MS = 15

/**
 * How much room all safe copies need: themselves, and what they become when they are unpacked after the CLI has deleted the originals.
 * Counted so from the beginning, because a clean-up of hundreds of sessions at once must not take more than was allowed.
 */
export async function readCopySpace(safeFolder: string): Promise<number> {
  let bytes = 0
  let breath = performance.now()
  for (const file of AREAS.flatMap((area) => listDeep(safeFolder, area))) {
    bytes += toBytes(safeFolder, file)
    if (performance.now() - breath < BREATHE_MS) continue
    await setImmediate()
    breath = performance.now()
  }
  return bytes
}

function toBytes(safeFolder: string, file: string): number {
  const opened = openInside(safeFolder, file)
  if (opened.kind !== 'file') return 0
  try {
    const header = Buffer.alloc(LONGEST_HEADER)
    const count = readSync(opened.fd, header, 0, header.length, 0)
    return opened.stats.size + (toFrameSize(header.subarray(0, count)) ?? 0)
  } finally {
    closeSync(opened.fd)
  }
}
