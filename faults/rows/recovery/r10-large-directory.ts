import { closeSync, mkdtempSync, openSync, readSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Archive } from '@quarterdeck/archive'
import { writeDataDirectory } from '@quarterdeck/testkit'
import { openLargeSession } from '../../../bench/large-session.ts'
import type { Row } from '../../../scripts/rows.ts'

/** The bars stand for a machine that finds the newlines of 50 MB in 30 ms. */
const NEWLINES_MS = 30
const BARS = { listMs: 1200, screenMs: 600, pageMs: 50, peakMb: 200 }

/** As people have it after a year, and one session that never ended. */
export default {
  id: 'R10',
  title: '1,239 files and 2 GB; one file of 1 GB: list, first screen and memory',
  async run({ seed, quick }) {
    const folder = mkdtempSync(join(tmpdir(), 'quarterdeck-r10-'))
    try {
      const size = quick
        ? { sessions: 110, bytes: 200e6, largestBytes: 100e6 }
        : { sessions: 1130, bytes: 2e9, largestBytes: 1e9 }
      const root = join(folder, 'claude')
      const oracle = await writeDataDirectory(root, { seed, projects: 20, ...size })
      const largest = oracle.sessions.find(({ id }) => id === oracle.longest.byBytes)
      const slowness = Math.max(1, measureNewlines(join(root, largest?.file ?? '')) / NEWLINES_MS)
      const started = performance.now()
      const archive = new Archive({ directories: [root], data: join(folder, 'data'), mode: 'read' })
      await archive.listSessions({ limit: 50 })
      const screenMs = performance.now() - started
      const { items } = await archive.listSessions({ limit: 1e6, withHidden: true })
      const listMs = performance.now() - started
      const opened = performance.now()
      const page = archive.readPage(oracle.longest.byBytes, { limit: 50 })
      const pageMs = performance.now() - opened
      await archive.close()
      const { peakMb, bytes } = await openLargeSession(root, join(folder, 'data'), oracle.longest.byBytes)
      const found = { screenMs, listMs, pageMs }
      const isFast = (Object.keys(found) as (keyof typeof found)[]).every((key) => found[key] <= BARS[key] * slowness)
      const isWhole = items.length === oracle.sessions.length && page !== null && bytes >= (largest?.bytes ?? 0)
      return {
        passed: isFast && isWhole && peakMb <= BARS.peakMb,
        bar: `screen ${(600 * slowness).toFixed(0)}, list ${(1200 * slowness).toFixed(0)}, page ${(50 * slowness).toFixed(0)} ms, peak 200 MB`,
        found: `screen ${screenMs.toFixed(0)}, list ${listMs.toFixed(0)}, page ${pageMs.toFixed(0)} ms, peak ${peakMb.toFixed(0)} MB for ${(bytes / 1e6).toFixed(0)} MB, ${oracle.files} files`,
        figures: { ...found, peakMb, bytes, files: oracle.files, slowness },
      }
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  },
} satisfies Row

function measureNewlines(path: string): number {
  const fd = openSync(path, 'r')
  const buffer = Buffer.allocUnsafe(1024 * 1024)
  const measure = () => {
    const started = performance.now()
    for (let offset = 0; offset < 50e6; offset += buffer.length) {
      const chunk = buffer.subarray(0, readSync(fd, buffer, 0, buffer.length, offset))
      for (let at = chunk.indexOf(10); at !== -1; ) at = chunk.indexOf(10, at + 1)
    }
    return performance.now() - started
  }
  const times = [measure(), measure(), measure()].sort((one, other) => one - other)
  closeSync(fd)
  return times[1] as number
}
