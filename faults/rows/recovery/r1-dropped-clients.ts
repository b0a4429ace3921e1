import { setTimeout as sleep } from 'node:timers/promises'
import { LIVE_PROTOCOL, type LiveRecord } from '@quarterdeck/contract'
import { createRandom, SocketClient } from '@quarterdeck/testkit'
import { fold, initialState, type SessionState } from '@quarterdeck/transcript'
import { toLiveEvent } from '../../../packages/web/src/live/to-live-event.ts'
import type { Row } from '../../../scripts/rows.ts'
import { ASKING, toPrompt } from '../../keeper-stage.ts'
import { PageClient, toPicture } from '../../page-client.ts'
import { ServerStage } from '../../server-stage.ts'

type Raw = Readonly<Record<string, unknown>>

const CUTS = 6000
const SCHEDULES = 2000
const QUICK_CUTS = 200
const QUICK_SCHEDULES = 15
/** A state grows with its session, and is compared as a whole. */
const TURNS_A_SESSION = 25
const CLIENTS = 3

const TURN = toPrompt('Go on.', { thinking: 'Hm, let me see.' }, ASKING, { text: 'It was so. '.repeat(12) })

/** Answers every card as soon as it is there; every third is refused. */
function answerAll(client: PageClient, sessionId: string): () => void {
  const answered = new Set<string>()
  return client.live.store.subscribe(({ sessions }) => {
    for (const { requestId } of sessions[sessionId]?.state.approvals ?? []) {
      if (answered.has(requestId)) continue
      answered.add(requestId)
      const behavior = answered.size % 3 === 0 ? 'deny' : 'allow'
      void client.live.give({ kind: 'decide', sessionId, request_id: requestId, behavior }).catch(() => undefined)
    }
  })
}

const isAtRest = (client: PageClient, sessionId: string) => client.session(sessionId)?.state.status === 'idle'

/** A long session with approvals, and what a client that was there all the time was told. */
async function playLong(stage: ServerStage, turns: number) {
  const server = () => stage.server
  const sessionId = await stage.begin(TURN)
  const page = new PageClient(server)
  const live: LiveRecord[] = []
  const watcher = new SocketClient(stage.server, '/api/live')
  watcher.onFrame = ({ type, records, frame }) => {
    if (type === 'records') live.push(...(records as LiveRecord[]))
    void watcher.say({ type: 'ack', frame })
  }
  await watcher.say({
    type: 'hello',
    protocol: LIVE_PROTOCOL,
    page: 'faults',
    isVisible: true,
    sessions: [{ sessionId }],
  })
  page.live.openSession(sessionId)
  const stop = answerAll(page, sessionId)
  for (let turn = 1; turn < turns; turn += 1)
    await page.live.give({ kind: 'send', sessionId, content: TURN }, `turn-${turn}`)
  await page.until(() => isAtRest(page, sessionId) && page.session(sessionId)?.state.turns.size === turns)
  await watcher.find(() => live.at(-1)?.seq === page.session(sessionId)?.state.seq)
  stop()
  page.close()
  watcher.close()
  const epoch = String(watcher.frames.find(({ type }) => type === 'opened')?.epoch)
  return { sessionId, live, epoch }
}

/** A client that has seen the first so many messages and then was cut off: what it makes of the rest. */
async function checkCuts(stage: ServerStage, cuts: number): Promise<{ done: number; problems: string[] }> {
  const turns = cuts > QUICK_CUTS ? 60 : 8
  const { sessionId, live, epoch } = await playLong(stage, turns)
  const problems: string[] = []
  const states: SessionState[] = [initialState]
  for (const record of live) states.push(fold(states.at(-1) as SessionState, toLiveEvent(record)))
  const whole = toPicture(states.at(-1) as SessionState)
  const raw = await readRaw(stage, sessionId, '')
  let done = 0
  for (let round = 0; done < cuts; round += 1) {
    for (let cut = 0; cut <= live.length && done < cuts; cut += 1, done += 1) {
      const after = live[cut - 1]?.seq ?? 0
      const place = `cut ${cut} of ${live.length}`
      if ((cut + round) % 2 === 0) {
        const rest = await readPage(stage, { sessionId, epoch, after })
        const state = rest.reduce((before, record) => fold(before, toLiveEvent(record)), states[cut] as SessionState)
        if (rest.some(({ seq }, index) => seq <= (rest[index - 1]?.seq ?? after))) problems.push(`${place}: a repeat`)
        if (toPicture(state) !== whole) problems.push(`${place}: another state`)
      } else {
        const rest = await readRaw(stage, sessionId, `&epoch=${epoch}&after=${after}`)
        const wanted = raw.filter(({ seq }) => Number(seq) > after)
        if (JSON.stringify(rest) !== JSON.stringify(wanted)) problems.push(`${place}: other messages`)
      }
    }
  }
  return { done, problems }
}

async function readRaw(stage: ServerStage, sessionId: string, query: string): Promise<Raw[]> {
  const client = new SocketClient(stage.server, `/api/claude/sessions/${sessionId}/subscribe?frames=1${query}`)
  await client.find(({ type }) => type === 'caught_up')
  client.close()
  return client.frames.filter(({ type }) => type !== 'caught_up')
}

async function readPage(stage: ServerStage, open: { sessionId: string; epoch: string; after: number }) {
  const client = new SocketClient(stage.server, '/api/live')
  client.onFrame = ({ frame }) => void client.say({ type: 'ack', frame })
  await client.say({ type: 'hello', protocol: LIVE_PROTOCOL, page: 'faults', isVisible: false, sessions: [open] })
  await client.find(({ type }) => type === 'caught_up')
  client.close()
  return client.frames.flatMap(({ records = [] }) => records as LiveRecord[])
}

/** Three clients that are cut off at random while the session is at work, and one that is not. */
async function checkSchedules(stage: ServerStage, schedules: number, random: () => number) {
  const problems: string[] = []
  let drops = 0
  for (let done = 0; done < schedules; ) {
    const sessionId = await stage.begin(TURN)
    const all = Array.from({ length: CLIENTS + 1 }, () => new PageClient(() => stage.server))
    const [steady, ...disturbed] = all as [PageClient, ...PageClient[]]
    for (const client of all) client.live.openSession(sessionId)
    const stop = answerAll(steady, sessionId)
    const turns = Math.min(TURNS_A_SESSION, schedules - done)
    for (let turn = 1; turn <= turns; turn += 1, done += 1) {
      for (const client of disturbed)
        for (let left = 1 + Math.floor(random() * 3); left > 0; left -= 1) plan(client, random)
      if (turn > 1) await steady.live.give({ kind: 'send', sessionId, content: TURN })
      await steady.until(() => isAtRest(steady, sessionId) && steady.session(sessionId)?.state.turns.size === turn)
      const { state } = steady.session(sessionId) ?? { state: initialState }
      const wanted = toPicture(state)
      for (const [index, client] of disturbed.entries()) {
        const seqOf = () => client.session(sessionId)?.state.seq
        await client.until(() => seqOf() === steady.session(sessionId)?.state.seq)
        const found = toPicture(client.session(sessionId)?.state ?? initialState)
        if (found !== wanted) problems.push(`schedule ${done}, client ${index}: another state`)
      }
    }
    stop()
    drops += disturbed.reduce((sum, client) => sum + client.drops, 0)
    for (const client of all) client.close()
    await stage.call('DELETE', `/${sessionId}`)
  }
  return { drops, problems }
}

/** After some frames, or some milliseconds: in the middle of anything. */
function plan(client: PageClient, random: () => number): void {
  if (random() < 0.6) client.dropAfter(1 + Math.floor(random() * 12))
  else void sleep(random() * 60).then(() => client.drop())
}

export default {
  id: 'R1',
  title: 'A client dropped at every message of a long session with approvals; random drops of three clients',
  async run({ quick, seed }) {
    const random = createRandom(seed)
    const stage = ServerStage.player({ QUARTERDECK_PLAYER_SPEED: '0' })
    try {
      await stage.start()
      const cuts = await checkCuts(stage, quick ? QUICK_CUTS : CUTS)
      const schedules = quick ? QUICK_SCHEDULES : SCHEDULES
      const scheduled = await checkSchedules(stage, schedules, random)
      const problems = [...cuts.problems, ...scheduled.problems]
      const counts = `${cuts.done} cuts, ${schedules} schedules with ${scheduled.drops} drops`
      return {
        passed: problems.length === 0,
        bar: '0 gaps, 0 repeats, equal state',
        found:
          problems.length === 0 ? counts : `${counts}; ${problems.length} wrong: ${problems.slice(0, 5).join('; ')}`,
        figures: { cuts: cuts.done, schedules, drops: scheduled.drops, wrong: problems.length },
      }
    } finally {
      await stage.clear()
    }
  },
} satisfies Row
