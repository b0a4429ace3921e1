import { describe, expect, it } from 'vitest'
import { findCommandProblem } from './find-command-problem.ts'

const answer = { type: 'control_response', response: { request_id: 'r' } }

describe('a command', () => {
  it.each([
    { kind: 'send', uuid: 'u', content: 'Hi' },
    { kind: 'send', uuid: 'u', content: [{ type: 'text', text: 'Hi' }], whenBusy: 'now' },
    { kind: 'respond', message: answer },
    { kind: 'request', message: { type: 'control_request' } },
    { kind: 'edit_queued', uuid: 'u', content: '' },
    { kind: 'move_queued', uuid: 'u', before: null },
    { kind: 'cancel_queued', uuid: 'u' },
    { kind: 'send_queued', uuid: 'u' },
    { kind: 'interrupt' },
    { kind: 'stop' },
    { kind: 'stop', termAfterMs: 0, killAfterMs: 5 },
  ])('such as %j can be done', (command) => {
    expect(findCommandProblem(command)).toBeNull()
  })

  it.each([
    null,
    'stop',
    [],
    {},
    { kind: 'toString' },
    { kind: 'send', uuid: 'u' },
    { kind: 'send', uuid: '', content: 'Hi' },
    { kind: 'respond', message: { type: 'control_response', response: null } },
    { kind: 'respond', message: { ...answer, type: 'user' } },
    { kind: 'request', message: null },
    { kind: 'move_queued', uuid: 'u' },
    { kind: 'stop', termAfterMs: 'soon' },
  ])('such as %j cannot', (command) => {
    expect(findCommandProblem(command)).toMatch(/command/)
  })

  it('that names no queued message is told where such a name comes from', () => {
    expect(findCommandProblem({ kind: 'cancel_queued' })).toMatch(/uuid of a queued message, as `send` gives it\.$/)
  })
})
