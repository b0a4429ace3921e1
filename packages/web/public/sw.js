/**
 * Shows what the server tells while nobody looks at the page, and opens the session when it is tapped.
 * Nothing is kept or served from here: what was said in a session stays with the server.
 */

const QUIET = 'quiet'
const PROMPTS = ['approval', 'question', 'plan', 'elicitation']
/** One after the other: whether something is left to show is known only when what came before is shown. */
let turn = Promise.resolve()
/** What was closed: Chromium still names it for a moment. */
const gone = new Set()

self.addEventListener('install', () => self.skipWaiting())
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))
self.addEventListener('push', (event) => {
  const notice = readNotice(event.data)
  turn = turn.then(() => take(notice)).catch(() => undefined)
  event.waitUntil(turn)
})
self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(open(event.notification.data?.sessionId))
})

/** A newer server may say what we do not know: that something waits is true in any case. */
function readNotice(data) {
  const unknown = { type: 'notice', tag: 'unknown', title: 'Quarterdeck', body: 'Something waits for you.' }
  try {
    const notice = data?.json()
    return ['notice', 'close', 'test'].includes(notice?.type) ? notice : unknown
  } catch {
    return unknown
  }
}

async function take(notice) {
  if (notice.type === 'close') return takeBack(notice.tag)
  await close(QUIET)
  await show(String(notice.title), {
    body: String(notice.body),
    tag: notice.tag,
    data: { sessionId: notice.sessionId },
    requireInteraction: PROMPTS.includes(notice.kind),
  })
}

/** Browsers punish a push after which nothing is shown, so one silent line stays where all else is gone. It is replaced, never added to. */
async function takeBack(tag) {
  await close(tag)
  const left = await self.registration.getNotifications()
  if (left.some((each) => !gone.has(each.tag))) return
  const body = 'Answered elsewhere. Nothing waits for you.'
  await show('Quarterdeck', { body, tag: QUIET, silent: true })
}

/** Without a picture: it would be fetched first, from a server that this device may not reach now, and the notice would wait for it. */
async function show(title, options) {
  gone.delete(options.tag)
  await self.registration.showNotification(title, options)
}

async function close(tag) {
  for (const each of await self.registration.getNotifications({ tag })) each.close()
  gone.add(tag)
}

async function open(sessionId) {
  const path = typeof sessionId === 'string' ? `sessions/${encodeURIComponent(sessionId)}` : ''
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const page = pages.find(({ url }) => url.startsWith(self.registration.scope))
  if (page === undefined) return self.clients.openWindow(self.registration.scope + path)
  if (path !== '') page.postMessage({ type: 'open_session', sessionId })
  // Not every browser lets a page come to the front; it has the session open in any case.
  await page.focus().catch(() => undefined)
}
