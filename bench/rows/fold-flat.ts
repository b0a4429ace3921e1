import {
  fold,
  initialState,
  type Row as PageRow,
  rows,
  type SessionEvent,
  type SessionState,
  toMessage,
} from '@quarterdeck/transcript'
import type { Row } from '../../scripts/rows.ts'

const DELTAS = 100_000
const SESSION_BYTES = 50_000_000
const RESULT_BYTES = 4000

/** Rounds are compared with each other: this much of the first and of the last share is left to the machine's mood. */
const BAR = 2

function toEvent(raw: Record<string, unknown>): SessionEvent {
  return { kind: 'message', message: toMessage(raw) }
}

/** One answer that is written in very many pieces. */
function* toDeltas(): Generator<SessionEvent> {
  yield toEvent({ type: 'user', uuid: 'u', message: { role: 'user', content: 'Talk.' } })
  yield toEvent({ type: 'stream_event', uuid: 's', event: { type: 'message_start', message: { id: 'm' } } })
  yield toEvent({
    type: 'stream_event',
    uuid: 'b',
    event: { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
  })
  for (let index = 0; index < DELTAS; index++)
    yield toEvent({
      type: 'stream_event',
      uuid: `delta-${index}`,
      event: { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'word ' } },
    })
}

/** A session that goes on and on: a prompt, two calls with their results, an answer, over and over. */
function* toLongSession(bytes: number): Generator<SessionEvent> {
  let parent: string | null = null
  const line = (type: string, uuid: string, message: object) => {
    const raw = { type, uuid, parentUuid: parent, session_id: 's', timestamp: '2026-01-01T00:00:00.000Z', message }
    parent = uuid
    return toEvent(raw)
  }
  for (let turn = 0; turn * (RESULT_BYTES * 2 + 1000) < bytes; turn++) {
    yield line('user', `u${turn}`, { role: 'user', content: `Prompt ${turn}` })
    for (const call of ['a', 'b']) {
      const id = `t${call}${turn}`
      const content = [{ type: 'tool_use', id, name: 'Read', input: { file_path: `/f${turn}` } }]
      yield line('assistant', `c${call}${turn}`, { id: `m${call}${turn}`, role: 'assistant', model: 'opus', content })
      const result = { type: 'tool_result', tool_use_id: id, content: 'x'.repeat(RESULT_BYTES) }
      yield line('user', `r${call}${turn}`, { role: 'user', content: [result] })
    }
    const text = [{ type: 'text', text: 'y'.repeat(500) }]
    yield line('assistant', `e${turn}`, { id: `me${turn}`, role: 'assistant', model: 'opus', content: text })
  }
}

/** How much more the last fifth costs than the first, of folding and of making the rows anew for each event. */
function measure(
  events: readonly SessionEvent[],
  withRows: boolean,
): { ratio: number; micros: number; state: SessionState } {
  const share = Math.floor(events.length / 5)
  const times: number[] = []
  let state = initialState
  let shown: readonly PageRow[] = []
  for (let part = 0; part < 5; part++) {
    const started = process.threadCpuUsage()
    for (const event of events.slice(part * share, (part + 1) * share)) {
      state = fold(state, event)
      if (withRows) shown = rows(state, { previous: shown })
    }
    // This thread's own time: what else the machine does is not ours.
    const { user, system } = process.threadCpuUsage(started)
    times.push((user + system) / 1000)
  }
  // The first fifth warms the machine up: the second is what the last is held against.
  return { ratio: (times[4] as number) / (times[1] as number), micros: ((times[4] as number) * 1000) / share, state }
}

export default {
  id: 'fold-flat',
  title: 'What a message costs after 100,000 deltas and after 50 MB, against what it cost before',
  async run({ quick }) {
    const deltas = [...toDeltas()]
    const session = [...toLongSession(quick ? SESSION_BYTES / 5 : SESSION_BYTES)]
    const best = (events: readonly SessionEvent[], withRows: boolean) =>
      Array.from({ length: 3 }, () => measure(events, withRows)).toSorted(
        (one, other) => one.ratio - other.ratio,
      )[0] as ReturnType<typeof measure>
    const streamed = best(deltas, false)
    const shown = best(deltas, true)
    const long = best(session, false)
    const worst = Math.max(streamed.ratio, shown.ratio, long.ratio)
    const say = (found: ReturnType<typeof measure>) => `${found.ratio.toFixed(2)} times (${found.micros.toFixed(2)} µs)`
    return {
      passed: worst < BAR,
      bar: `under ${BAR} times`,
      found: `deltas ${say(streamed)}, with rows ${say(shown)}, ${session.length} lines ${say(long)}`,
      figures: {
        deltas: streamed.ratio,
        deltasWithRows: shown.ratio,
        longSession: long.ratio,
        deltaMicros: streamed.micros,
        lineMicros: long.micros,
        entries: long.state.main.entries.size,
      },
    }
  },
} satisfies Row
