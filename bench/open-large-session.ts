import { readFileSync } from 'node:fs'
import { Archive } from '@quarterdeck/archive'

/** A process of its own that opens a session, reads pages of it and streams it whole, and says how long and how much memory that took. */
const [root = '', data = '', sessionId = ''] = process.argv.slice(2)
const archive = new Archive({ directories: [root], data, mode: 'read' })

const started = performance.now()
const page = archive.readPage(sessionId, { limit: 50 })
const firstPageMs = performance.now() - started

const middle = Math.floor((archive.readPosition(sessionId)?.[''] ?? 0) / 2)
const items = archive.readPage(sessionId, { before: `@:${middle}`, limit: 50 })?.items ?? []
const uuid = items.map((item) => JSON.parse(item).uuid).find((id) => typeof id === 'string')
const pageMs = await median(() => archive.readPage(sessionId, { before: uuid, limit: 50 }))

let firstByteMs = 0
let bytes = 0
const wholeMs = await median(async () => {
  const begun = performance.now()
  bytes = 0
  for await (const piece of archive.stream(sessionId) ?? []) {
    if (bytes === 0) firstByteMs = performance.now() - begun
    bytes += piece.length
  }
})
await archive.close()
const peakMb = readPeakKb() / 1024
const times = { firstPageMs, pageMs, wholeMs, firstByteMs }
process.stdout.write(JSON.stringify({ items: page?.items.length ?? 0, bytes, peakMb, ...times }))

async function median(act: () => unknown): Promise<number> {
  const rounds: number[] = []
  for (let round = 0; round < 5; round++) {
    const begun = performance.now()
    await act()
    rounds.push(performance.now() - begun)
  }
  return rounds.sort((one, other) => one - other)[2] as number
}

/** `maxRSS` begins with that of the process that started this one (Linux keeps it over an exec), which may be many times as large. */
function readPeakKb(): number {
  const { maxRSS } = process.resourceUsage()
  try {
    return Number(/^VmHWM:\s*(\d+) kB$/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1] ?? maxRSS)
  } catch {
    // Elsewhere there is no such file.
    return maxRSS
  }
}
