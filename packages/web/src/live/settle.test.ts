import { fold, initialState, type SessionEvent, type SessionState } from '@quarterdeck/transcript'
import { describe, expect, it } from 'vitest'
import { nothingYet, type SessionPicture } from './live-state.ts'
import { settle } from './settle.ts'

let seq = 0
const say = (state: SessionState, message: object) =>
  fold(state, {
    kind: 'message',
    seq: ++seq,
    message: { session_id: 's', parent_tool_use_id: null, uuid: crypto.randomUUID(), ...message },
    from: 'cli',
  } as SessionEvent)
const event = (state: SessionState, event: object) => say(state, { type: 'stream_event', event })
const write = (state: SessionState, text: string) =>
  event(state, { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text } })

const started = event(initialState, {
  type: 'message_start',
  message: { id: 'm', type: 'message', role: 'assistant', content: [] },
})
const begun = event(started, { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } })
const picture = (state: SessionState, part: Partial<SessionPicture> = {}): SessionPicture => ({
  ...nothingYet,
  state,
  ...part,
})

describe('what stands around a conversation', () => {
  const before = picture(begun)

  it('stays the same while a text is written', () => {
    const grown = write(write(begun, 'some'), ' words')
    expect(grown.main.drafts).not.toEqual(begun.main.drafts)
    expect(settle(before, picture(grown))).toBe(before)
  })

  it('changes when a text begins, and when it is whole', () => {
    expect(settle(picture(started), before)).toBe(before)
    const grown = write(begun, 'words')
    const content = [{ type: 'text', text: 'words' }]
    const whole = picture(say(grown, { type: 'assistant', message: { id: 'm', role: 'assistant', content } }))
    expect(settle(picture(grown), whole)).toBe(whole)
  })

  it('changes with everything else that is told', () => {
    for (const state of [
      { ...begun, status: 'idle' as const },
      { ...begun, suggestion: 'Go on' },
      { ...begun, lastAt: '2026-01-01T00:00:01.000Z' },
    ])
      expect(settle(before, picture(state)).state).toBe(state)
    for (const part of [{ hasOlder: true }, { isCaughtUp: true }, { problem: 'The disk is full.' }])
      expect(settle(before, picture(begun, part))).toMatchObject(part)
  })

  it('says when something was heard last by the second', () => {
    const at = (lastAt: string) => picture({ ...begun, lastAt })
    const first = at('2026-01-01T00:00:01.000Z')
    expect(settle(first, at('2026-01-01T00:00:01.900Z'))).toBe(first)
    expect(settle(first, at('2026-01-01T00:00:02.000Z'))).not.toBe(first)
  })
})
