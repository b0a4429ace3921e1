import type { Message } from '@quarterdeck/protocol'
import { fold, initialState, type SessionState } from '@quarterdeck/transcript'
import { describe, expect, it } from 'vitest'
import { hasTurnEnded } from './has-turn-ended.ts'

const say = (state: SessionState, message: object, from: 'cli' | 'host' = 'cli') =>
  fold(state, { kind: 'message', message: message as Message, from })
const prompt = (uuid: string, more: object = {}) => ({
  type: 'user',
  uuid,
  message: { role: 'user', content: `Do ${uuid}.` },
  ...more,
})
const answer = { type: 'assistant', uuid: 'x', message: { id: 'm', role: 'assistant', content: [] } }
const result = { type: 'result', subtype: 'success', uuid: 'r', is_error: false, total_cost_usd: 0 }

describe('whether a turn has ended', () => {
  const running = say(say(initialState, prompt('a'), 'host'), answer)

  it('is sure once its result has come', () => {
    expect(hasTurnEnded(running, 'a')).toBe(false)
    expect(hasTurnEnded(say(running, result), 'a')).toBe(true)
  })

  it('is not sure of a turn that nobody knows', () => {
    expect(hasTurnEnded(say(running, result), 'b')).toBe(false)
  })

  it('is not sure of one that gave way to a message sent into it: its work may go on', () => {
    const sent = say(running, prompt('b'), 'host')
    const begun = say(sent, { type: 'command_lifecycle', uuid: 'l', command_uuid: 'b', state: 'started' })
    const echoed = say(running, prompt('c', { isReplay: true }))
    for (const state of [begun, echoed]) {
      expect(state.turns.size).toBe(2)
      expect(hasTurnEnded(state, 'a')).toBe(false)
    }
  })

  it('is sure once its process has ended', () => {
    const exit = { kind: 'crashed', code: 1, signal: null, stderr: '', inTurn: true, forced: false } as const
    const ended = fold(running, { kind: 'keeper', message: { type: 'keeper', subtype: 'exited', exit } })
    expect(hasTurnEnded(ended, 'a')).toBe(true)
  })
})
