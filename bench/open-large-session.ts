import { Archive } from '@quarterdeck/archive'

/** A process of its own that opens a session, reads its newest page and streams it whole, and says how much memory that took. */
const [root = '', data = '', sessionId = ''] = process.argv.slice(2)
const archive = new Archive({ directories: [root], data, mode: 'read' })
const page = archive.readPage(sessionId, { limit: 50 })
let bytes = 0
for await (const piece of archive.stream(sessionId) ?? []) bytes += piece.length
await archive.close()
const peakMb = process.resourceUsage().maxRSS / 1024
process.stdout.write(JSON.stringify({ items: page?.items.length ?? 0, bytes, peakMb }))
