import { fold, initialState, type Row, rows, type SessionEvent, toMessage } from '@quarterdeck/transcript'
import { describe, expect, it } from 'vitest'
import { toFacts } from './to-facts.ts'

const say = (raw: Record<string, unknown>, more: Partial<SessionEvent> = {}) =>
  ({ kind: 'message', message: toMessage(raw), ...more }) as SessionEvent

describe('the facts of an entry', () => {
  it('are who sent it, with nothing in the name that is not seen, and what an answer was made with', () => {
    const usage = { input_tokens: 3, output_tokens: 2 }
    const state = [
      say(
        { type: 'user', uuid: 'u', message: { role: 'user', content: 'Hi' } },
        { from: 'host', by: 'Phone\u202e of Ada', at: '2026-01-01T10:00:00.000Z' },
      ),
      say({
        type: 'assistant',
        uuid: 'a',
        message: { id: 'm', role: 'assistant', model: 'opus', content: [{ type: 'text', text: 'Yes.' }], usage },
      }),
    ].reduce(fold, initialState)
    const [prompt, answer] = rows(state)
    expect(toFacts(state, prompt as Row)).toEqual([expect.stringContaining('2026'), 'Sent from Phone\\u{202e} of Ada'])
    expect(toFacts(state, answer as Row)).toEqual(['opus', '3 tokens in, 0 from cache, 2 out'])
  })
})
