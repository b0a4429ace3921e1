import { Archive, findDataDirectory } from '@quarterdeck/archive'

const archive = new Archive({ directories: [findDataDirectory(process.env)], data: './index', mode: 'serve' })

const { items } = await archive.listSessions({ limit: 50 })
for (const { title, projectPath, modified } of items) console.log(modified, projectPath, title)

const { hits } = await archive.search({ text: 'flaky test', filter: { role: 'tool' } })
for (const { sessionId, uuid, snippet } of hits) console.log(sessionId, uuid, snippet.text)

const { totals, incomplete } = await archive.readUsage({ by: 'day', timeZone: 'Europe/Zurich' })
console.log(`${totals.messages} answers, $${totals.costUsd.toFixed(2)}`, incomplete ?? '')

const [newest] = items
if (newest !== undefined) {
  const page = archive.readPage(newest.sessionId, { limit: 50 })
  console.log(`${page?.items.length} messages`)
  const stop = archive.followSession(newest.sessionId, archive.readPosition(newest.sessionId) ?? {}, console.log)
  stop()
}
await archive.close()
