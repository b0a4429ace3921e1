import { setTimeout as sleep } from 'node:timers/promises'
import { LIVE_PROTOCOL } from '@quarterdeck/contract'
import { createRandom, SocketClient } from '@quarterdeck/testkit'
import type { Row } from '../../../scripts/rows.ts'
import { toPrompt } from '../../keeper-stage.ts'
import { RawSocket } from '../../raw-socket.ts'
import { ServerStage } from '../../server-stage.ts'

const HELLO = { type: 'hello', protocol: LIVE_PROTOCOL, page: 'faults', isVisible: true, sessions: [] }
const ROUNDS = 4

/** By which way a message is sent: what is said before it, and the message. */
interface Door {
  path: (sessionId: string) => string
  before: readonly object[]
  toFrame: (sessionId: string, content: string, commandId: string) => object
}

const DOORS: Readonly<Record<string, Door>> = {
  subscribe: {
    path: (sessionId) => `/api/claude/sessions/${sessionId}/subscribe?frames=1`,
    before: [],
    toFrame: (_, content, commandId) => ({ type: 'user_message', content, commandId }),
  },
  live: {
    path: () => '/api/live',
    before: [HELLO],
    toFrame: (sessionId, content, commandId) => ({
      type: 'command',
      commandId,
      command: { kind: 'send', sessionId, content },
    }),
  },
}

/** Where the connection, or the server, is lost. */
const DROPS = [
  'inside the frame',
  'behind the frame',
  'a moment later',
  'at the echo',
  'sent twice at once',
  'server killed behind the frame',
  'server killed at the echo',
] as const

interface Sending {
  stage: ServerStage
  door: Door
  sessionId: string
  content: string
  commandId: string
}

async function attempt({ stage, door, sessionId, content, commandId }: Sending, drop: (typeof DROPS)[number]) {
  const frame = door.toFrame(sessionId, content, commandId)
  if (drop === 'inside the frame') return sendHalf(stage, door.path(sessionId), door.before, frame)
  const client = new SocketClient(stage.server, door.path(sessionId))
  // One that hears nothing any more when the server is killed.
  client.closed.catch(() => undefined)
  for (const said of door.before) await client.say(said)
  await client.say(frame)
  if (drop === 'sent twice at once') await client.say(frame)
  if (drop === 'a moment later') await sleep(5)
  if (drop.endsWith('at the echo'))
    await stage.until(() => stage.count(({ type }, from) => type === 'user' && from === 'host') > 1)
  if (drop.startsWith('server killed')) {
    await stage.kill()
    await stage.start()
  } else client.close()
}

/** A frame of which only the first half arrives. */
async function sendHalf(stage: ServerStage, path: string, before: readonly object[], frame: object): Promise<void> {
  const socket = await RawSocket.open(stage.server, path)
  for (const said of before) await socket.say(said)
  await socket.say(frame, 0.5)
  await sleep(5)
  socket.cut()
}

async function run(
  name: string,
  door: Door,
  drop: (typeof DROPS)[number],
  random: () => number,
): Promise<string | null> {
  const stage = ServerStage.player({ QUARTERDECK_PLAYER_SPEED: '0' })
  try {
    await stage.start()
    const sessionId = await stage.begin(toPrompt('Hello.', { text: 'Hi.' }))
    await stage.until(({ status }) => status === 'idle')
    const words = `Only once ${Math.floor(random() * 1e6)}.`
    const content = toPrompt(words, { text: 'Done.' })
    const sending = { stage, door, sessionId, content, commandId: `c-${random()}` }
    await attempt(sending, drop)
    // It does not know what became of it, and says it again until it is answered.
    const again = new SocketClient(stage.server, door.path(sessionId))
    for (const said of door.before) await again.say(said)
    await again.say(door.toFrame(sessionId, content, sending.commandId))
    const isTaken = await stage.until(() => stage.countStdin(words) > 0)
    await again.say(door.toFrame(sessionId, 'The last.', `last-${random()}`))
    await stage.until(() => stage.countStdin('The last.') > 0)
    again.close()
    const count = stage.countStdin(words)
    return isTaken !== null && count === 1 ? null : `${name}, ${drop}: ${count} times`
  } finally {
    await stage.clear()
  }
}

export default {
  id: 'R12-sockets',
  title: 'A message sent again over a socket after every possible drop',
  async run({ quick, seed }) {
    const random = createRandom(seed)
    const problems: (string | null)[] = []
    for (let round = 0; round < (quick ? 1 : ROUNDS); round += 1)
      for (const [name, door] of Object.entries(DOORS))
        for (const [index, drop] of DROPS.entries()) {
          // Of the smaller share, every drop by one of the doors.
          if (quick && (index + (name === 'live' ? 1 : 0)) % 2 === 0) continue
          problems.push(await run(name, door, drop, random))
        }
    const wrong = problems.filter((problem) => problem !== null)
    return {
      passed: wrong.length === 0,
      bar: 'reaches the CLI exactly once',
      found: `${problems.length} drops${wrong.length === 0 ? '' : `; ${wrong.join('; ')}`}`,
      figures: { drops: problems.length, wrong: wrong.length },
    }
  },
} satisfies Row
