import { describe, expect, it } from 'vitest'
import { answer, ask, assistant, play, tool, toolResult, user } from '../lines-for-test.ts'
import { findTool } from '../state/lanes.ts'
import type { SessionState } from '../state/session-state.ts'

const form = (id: string, server: string) => ({
  type: 'control_request',
  request_id: id,
  request: { subtype: 'elicitation', mcp_server_name: server, message: 'Which room?', mode: 'form' },
})
const statuses = (state: SessionState, ...ids: string[]) => ids.map((id) => findTool(state, id)?.status)

describe('a call whose MCP server opens a form', () => {
  const busy = play([
    user('Book.'),
    assistant('m', [tool('t1', 'mcp__front_desk__book', {}), tool('t2', 'mcp__post__send', {})]),
  ])

  it('waits as long as the form is open, and runs on with the answer', () => {
    const asked = play([form('f', 'front desk')], busy)
    expect(statuses(asked, 't1', 't2')).toEqual(['waiting', 'running'])
    expect(asked.approvals).toMatchObject([{ requestId: 'f', heldCall: 't1' }])
    const answered = play([answer('f', { action: 'decline' })], asked)
    expect(statuses(answered, 't1')).toEqual(['running'])
    expect(findTool(answered, 't1')?.decision).toBeUndefined()
    expect(statuses(play([toolResult('t1', 'Booked.')], answered), 't1')).toEqual(['done'])
  })

  it('waits until the last of its forms is answered', () => {
    const asked = play([form('f', 'front desk'), form('g', 'front desk')], busy)
    const first = play([answer('f', { action: 'accept', content: {} })], asked)
    expect(statuses(first, 't1')).toEqual(['waiting'])
    expect(statuses(play([answer('g', { action: 'accept', content: {} })], first), 't1')).toEqual(['running'])
  })

  it('leaves the form open where the call ends before the answer', () => {
    const ended = play([form('f', 'front desk'), toolResult('t1', 'Booked.')], busy)
    expect(statuses(ended, 't1')).toEqual(['done'])
    expect(ended.approvals).toHaveLength(1)
    expect(statuses(play([answer('f', { action: 'accept', content: {} })], ended), 't1')).toEqual(['done'])
  })

  it('is not named where two calls could be meant, or where it waits for an approval', () => {
    const two = play([assistant('n', [tool('t3', 'mcp__front_desk__cancel', {})]), form('f', 'front desk')], busy)
    expect(statuses(two, 't1', 't3')).toEqual(['running', 'running'])
    const unasked = play([ask('p', { tool_name: 'mcp__post__send', tool_use_id: 't2' }), form('f', 'post')], busy)
    expect(unasked.approvals.map(({ heldCall }) => heldCall)).toEqual([undefined, undefined])
    expect(statuses(play([answer('f', { action: 'cancel' })], unasked), 't2')).toEqual(['waiting'])
  })
})
