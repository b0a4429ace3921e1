import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { KeeperStage, toPrompt } from '../../faults/keeper-stage.ts'
import type { Row } from '../../scripts/rows.ts'

const MAX_MB = 60
const REST_MS = 3000

/** Megabytes of a process: all that it touches, and its share of what others touch too. Linux tells. */
function readMemory(pid: number): { rss: number; pss: number } {
  const read = (file: string, name: string) => {
    const text = readFileSync(`/proc/${pid}/${file}`, 'utf8')
    return Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(text)?.[1]) / 1024
  }
  return { rss: read('status', 'VmRSS'), pss: read('smaps_rollup', 'Pss') }
}

export default {
  id: 'keeper-memory',
  title: 'Memory of a keeper after a busy session: 10,000 pieces of text, then rest',
  async run({ quick }) {
    if (process.platform !== 'linux')
      return { passed: true, bar: `under ${MAX_MB} MB`, found: 'not measured here: no /proc', figures: {} }
    const deltas = quick ? 2500 : 10_000
    const stage = KeeperStage.player()
    try {
      const host = await stage.start()
      const { pid } = stage.note
      const fresh = readMemory(pid)
      let told = 0
      host.kept.subscribe((event) => {
        if (event.kind === 'record' && event.line.includes('"content_block_delta"')) told++
      })
      while (told < deltas) {
        await host.send(toPrompt('Go.', { text: 'word '.repeat(2500) }))
        await host.until(({ kept }) => !kept.facts.isBusy)
      }
      await sleep(REST_MS)
      const { rss, pss } = readMemory(pid)
      host.close()
      return {
        passed: rss < MAX_MB,
        bar: `under ${MAX_MB} MB`,
        found: `${rss.toFixed(1)} MB after ${told} pieces (${fresh.rss.toFixed(1)} MB before; its share of shared memory counted, ${pss.toFixed(1)} MB)`,
        figures: { rssMb: rss, pssMb: pss, freshRssMb: fresh.rss, deltas: told },
      }
    } finally {
      await stage.clear()
    }
  },
} satisfies Row
