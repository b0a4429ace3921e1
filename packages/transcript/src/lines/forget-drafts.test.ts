import { describe, expect, it } from 'vitest'
import { assistant, message, play, result, stream, text, user } from '../lines-for-test.ts'
import { rows } from '../rows/rows.ts'
import { initialState } from '../state/session-state.ts'
import { fold } from './fold.ts'
import { forgetDrafts } from './forget-drafts.ts'

const pieces = (id: string, words: string, more = {}) => [
  stream({ type: 'message_start', message: { id } }, more),
  stream({ type: 'content_block_start', index: 0, content_block: text('') }, more),
  stream({ type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: words } }, more),
]
const stop = (more = {}) => stream({ type: 'message_stop' }, more)

const kinds = (raws: readonly Record<string, unknown>[]) =>
  forgetDrafts(raws.map((raw) => message(raw))).map(
    (event) =>
      event.kind === 'message' &&
      (event.message.type === 'stream_event' ? event.message.event.type : event.message.type),
  )

describe('forgetDrafts', () => {
  it('drops the stream events of messages that came in full, and keeps all else', () => {
    expect(kinds([user('Go'), ...pieces('m', 'Hi.'), assistant('m', [text('Hi.')]), stop(), result()])).toEqual([
      'user',
      'message_start',
      'assistant',
      'message_stop',
      'result',
    ])
  })

  it('drops messages that were given up, and keeps those that are being written or stayed half written', () => {
    const given = [...pieces('a', 'Ha'), ...pieces('b', 'Hal')]
    expect(kinds([user('Go'), ...given, result(), ...pieces('c', 'H')])).toEqual([
      'user',
      'message_start',
      'message_start',
      'content_block_start',
      'content_block_delta',
      'result',
      'message_start',
      'content_block_start',
      'content_block_delta',
    ])
  })

  it('keeps the messages of agents apart from those of the main lane', () => {
    const inner = { parent_tool_use_id: 'a' }
    expect(kinds([...pieces('m', 'Hi'), ...pieces('n', 'In', inner), stop(inner)])).toEqual([
      'message_start',
      'content_block_start',
      'content_block_delta',
      'message_start',
      'message_stop',
    ])
  })

  it('lets older messages be folded first: rows keep their keys', () => {
    const older = [user('Before'), assistant('x', [text('Yes.')]), result({ uuid: 'older' })].map((raw) => message(raw))
    const known = [user('Go'), ...pieces('m', 'Hi.'), assistant('m', [text('Hi.')]), stop(), result()]
    const shown = rows(play(known))
    const state = [...older, ...forgetDrafts(known.map((raw) => message(raw)))].reduce(fold, initialState)
    expect(rows(state).slice(-shown.length)).toEqual(shown)
  })
})
