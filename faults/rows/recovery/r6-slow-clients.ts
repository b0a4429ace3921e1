import { readFileSync } from 'node:fs'
import { LIVE_PROTOCOL, type LiveRecord } from '@quarterdeck/contract'
import { fold, initialState } from '@quarterdeck/transcript'
import { toLiveEvent } from '../../../packages/web/src/live/to-live-event.ts'
import type { Row } from '../../../scripts/rows.ts'
import { toPrompt } from '../../keeper-stage.ts'
import { PageClient, toPicture } from '../../page-client.ts'
import { RawSocket } from '../../raw-socket.ts'
import { ServerStage } from '../../server-stage.ts'

const MAX_MB = 4
const SLOW_BYTES_PER_SECOND = 10 * 1024
/** Many, so that what one of them holds stands out from what the server holds anyway. */
const NEVER = 20
/** About 7 MB of pieces, of which a late reader needs a fiftieth. */
const FLOOD = toPrompt('Write.', { text: 'word '.repeat(24_000) })
const QUICK_FLOOD = toPrompt('Write.', { text: 'word '.repeat(12_000) })

const hello = (sessionId: string) => ({
  type: 'hello',
  protocol: LIVE_PROTOCOL,
  page: 'faults',
  isVisible: false,
  sessions: [{ sessionId }],
})

function readMb(pid: number): number {
  const kilobytes = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return Number(kilobytes) / 1024
}

/** A page that acknowledges what it has read, when it has read it. */
async function openSlow(stage: ServerStage, sessionId: string) {
  const socket = await RawSocket.open(stage.server, '/api/live')
  let state = initialState
  socket.onFrame = ({ type, frame, records }) => {
    if (type === 'records') for (const record of records as LiveRecord[]) state = fold(state, toLiveEvent(record))
    void socket.say({ type: 'ack', frame })
  }
  await socket.say(hello(sessionId))
  return { socket, state: () => state }
}

async function openNever(stage: ServerStage, sessionId: string, index: number): Promise<RawSocket> {
  const isPage = index % 2 === 0
  const path = isPage ? '/api/live' : `/api/claude/sessions/${sessionId}/subscribe`
  const socket = await RawSocket.open(stage.server, path)
  if (isPage) await socket.say(hello(sessionId))
  return socket
}

export default {
  id: 'R6',
  title: 'A client that reads 10 KB/s, and some that never read',
  async run({ quick }) {
    const stage = ServerStage.player({ QUARTERDECK_PLAYER_SPEED: '0' })
    const flood = quick ? QUICK_FLOOD : FLOOD
    const never: RawSocket[] = []
    try {
      await stage.start()
      const sessionId = await stage.begin(toPrompt('Hello.', { text: 'Hi.' }))
      const steady = new PageClient(() => stage.server)
      steady.live.openSession(sessionId)
      const play = async (turns: number) => {
        const began = performance.now()
        await steady.live.give({ kind: 'send', sessionId, content: flood })
        const isOver = () => {
          const { state } = steady.session(sessionId) ?? { state: initialState }
          return state.status === 'idle' && state.turns.size === turns
        }
        return { isOver: await steady.until(isOver), ms: performance.now() - began }
      }
      // Twice, so that the server has what it needs for such a session.
      const alone = [await play(2), await play(3)].map(({ ms }) => ms)
      const before = readMb(stage.server.pid)
      for (let index = 0; index < NEVER; index += 1) never.push(await openNever(stage, sessionId, index))
      const slow = await openSlow(stage, sessionId)
      slow.socket.read(SLOW_BYTES_PER_SECOND)
      const besides = [await play(4), await play(5)]
      const heldMb = Math.max(0, readMb(stage.server.pid) - before) / (NEVER + 1)
      slow.socket.read(1e9)
      const wanted = () => toPicture(steady.session(sessionId)?.state ?? initialState)
      const isEqual = await steady.until(() => slow.state().status === 'idle' && toPicture(slow.state()) === wanted())
      const isTold = slow.socket.frames.some(({ type, reason }) => type === 'gap' && reason === 'too_slow')
      slow.socket.cut()
      steady.close()
      const wrong = [
        ...(isEqual ? [] : ['the slow one has another state']),
        ...(isTold ? [] : ['the slow one was not told']),
        ...(besides.every(({ isOver }) => isOver) ? [] : ['the others had to wait']),
      ]
      const others = `others ${Math.round(besides[1]?.ms ?? 0)} ms beside them, ${Math.round(alone[1] ?? 0)} ms alone`
      return {
        passed: wrong.length === 0 && heldMb < MAX_MB,
        bar: `under ${MAX_MB} MiB held for each, told so, equal state, the others undisturbed`,
        found: `${heldMb.toFixed(1)} MiB held for each; ${others}${wrong.length === 0 ? '' : `; ${wrong.join('; ')}`}`,
        figures: { heldMb, wrong: wrong.length },
      }
    } finally {
      for (const socket of never) socket.cut()
      await stage.clear()
    }
  },
} satisfies Row
