import { describe, expect, it } from 'vitest'
import { parseClientMessage } from './client-message.ts'

describe('what a program says on the bridge', () => {
  it.each([
    { type: 'start', projectPath: '/p' },
    { type: 'start', projectPath: '/p', sessionId: 's', continue: true, permissionMode: 'plan' },
    { type: 'input', text: 'Hi' },
    { type: 'approve', id: 't' },
    { type: 'approve_always', id: 't', sessionId: 's' },
    { type: 'reject', id: 't', message: 'No.' },
    { type: 'answer', toolUseId: 't', result: 'Red' },
    { type: 'list_sessions' },
    { type: 'stop_session', sessionId: 's' },
    { type: 'get_history', sessionId: 's' },
    { type: 'list_recent_sessions', limit: 5 },
    { type: 'resume_session', sessionId: 's', projectPath: '/p' },
  ])('is understood: %j', (message) => {
    expect(parseClientMessage(JSON.stringify(message))).toEqual({ kind: 'message', message })
  })

  it.each([
    ['{', 'not JSON'],
    ['null', "no 'type'"],
    ['[]', "no 'type'"],
    ['{"type":"dance"}', "There is no message 'dance'. There are start, input"],
    ['{"type":"__proto__"}', 'There is no message'],
    ['{"type":"input"}', "'input': 'text'"],
    ['{"type":"input","text":""}', "'input': 'text'"],
    ['{"type":"start","projectPath":"/p","env":{}}', 'env'],
    ['{"type":"stop_session"}', "'sessionId' is missing"],
    ['{"type":"list_recent_sessions","limit":0}', "'limit'"],
  ])('is refused with its reason: %s', (text, problem) => {
    expect(parseClientMessage(text)).toMatchObject({ kind: 'wrong', problem: expect.stringContaining(problem) })
  })
})
