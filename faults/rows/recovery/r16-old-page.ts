import { LIVE_PROTOCOL } from '@quarterdeck/contract'
import { SocketClient } from '@quarterdeck/testkit'
import type { Row } from '../../../scripts/rows.ts'
import { toPrompt } from '../../keeper-stage.ts'
import { PageClient } from '../../page-client.ts'
import { ServerStage } from '../../server-stage.ts'

const hello = (protocol: unknown, more: object = {}) => ({
  type: 'hello',
  protocol,
  page: 'faults',
  isVisible: true,
  sessions: [],
  ...more,
})

/** A page of another version is told to load itself again, whatever its greeting looks like. */
async function checkOtherPages(stage: ServerStage): Promise<string[]> {
  const problems: string[] = []
  const greetings = [hello(LIVE_PROTOCOL - 1), hello(LIVE_PROTOCOL + 1, { new: { field: 1 } }), { type: 'hello' }]
  for (const greeting of greetings) {
    const page = new SocketClient(stage.server, '/api/live')
    await page.say(greeting)
    const { code } = await page.closed
    if (page.frames[0]?.type !== 'reload' || code !== 4426)
      problems.push(`no reload for ${JSON.stringify(greeting)}: ${page.texts.join()} ${code}`)
  }
  return problems
}

/** What only a newer page says is answered with an error, and the connection stays. */
async function checkUnknownWords(stage: ServerStage, sessionId: string): Promise<string[]> {
  const page = new SocketClient(stage.server, '/api/live')
  await page.say(hello(LIVE_PROTOCOL))
  await page.say({ type: 'teleport', to: sessionId })
  await page.say({ type: 'command', commandId: 'new', command: { kind: 'teleport', sessionId } })
  await page.say({ type: 'open', sessionId, tail: 10 })
  await page.find(({ type }) => type === 'caught_up')
  const error = page.frames.find(({ type }) => type === 'error')
  const receipt = page.frames.find(({ type }) => type === 'receipt')
  page.close()
  return [
    ...(error === undefined ? ['an unknown frame has no answer'] : []),
    ...(receipt?.ok === false ? [] : ['an unknown command has no receipt']),
  ]
}

/** A page that is told of things it does not know goes on, and so does one whose server says that it is of another version. */
async function checkNewerServer(stage: ServerStage, sessionId: string): Promise<string[]> {
  const page = new PageClient(() => stage.server)
  page.alter = (text) => {
    const frame = JSON.parse(text)
    const more = { ...frame, tomorrow: [1] }
    if (frame.type === 'list')
      return [JSON.stringify({ frame: frame.frame, type: 'weather', sessionId }), JSON.stringify(more)]
    return [JSON.stringify(more)]
  }
  page.live.openSession(sessionId)
  const isThere = await page.until(() => page.session(sessionId)?.state.status === 'idle')
  const hasList = await page.until(() => page.live.store.getState().rows !== null)
  page.alter = (text) =>
    text.includes('"welcome"') ? ['{"frame":1,"type":"reload","protocol":9,"version":"9","message":"Reload."}'] : [text]
  page.drop()
  const isAsked = await page.until(() => page.live.store.getState().reload === 'Reload.')
  page.close()
  return [
    ...(isThere && hasList ? [] : ['what a newer server says stops the page']),
    ...(isAsked ? [] : ['the page does not ask to be loaded again']),
  ]
}

export default {
  id: 'R16-page',
  title: 'An old page on a new server, and the reverse; words that only one of them knows',
  async run() {
    const stage = ServerStage.player({ QUARTERDECK_PLAYER_SPEED: '0' })
    try {
      await stage.start()
      const sessionId = await stage.begin(toPrompt('Hello.', { text: 'Hi.' }))
      await stage.until(({ status }) => status === 'idle')
      const problems = [
        ...(await checkOtherPages(stage)),
        ...(await checkUnknownWords(stage, sessionId)),
        ...(await checkNewerServer(stage, sessionId)),
      ]
      return {
        passed: problems.length === 0,
        bar: 'a reload notice, and nothing lost',
        found: problems.length === 0 ? 'as it should be' : problems.join('; '),
        figures: { wrong: problems.length },
      }
    } finally {
      await stage.clear()
    }
  },
} satisfies Row
