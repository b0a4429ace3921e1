import { describe, expect, it } from 'vitest'
import { fold } from '../lines/fold.ts'
import { answer, ask, assistant, message, play, result, tool, toolResult, user } from '../lines-for-test.ts'
import { findDecision } from './approvals.ts'

describe('an approval', () => {
  it('has every field of its request', () => {
    const request = ask('r', {
      decision_reason: 'Outside',
      blocked_path: '/etc',
      permission_suggestions: [{ type: 'setMode' }],
      agent_id: 'a1',
      description: 'List',
      requires_user_interaction: true,
    })
    const state = fold(play([user('Hi')]), message(request, { at: '2026-01-01T00:00:00.000Z', inputHash: 'abc' }))
    expect(state.approvals).toEqual([
      {
        requestId: 'r',
        kind: 'approval',
        toolName: 'Bash',
        toolUseId: 't',
        agentId: 'a1',
        input: { command: 'r' },
        inputHash: 'abc',
        reason: 'Outside',
        blockedPath: '/etc',
        suggestions: [{ type: 'setMode' }],
        description: 'List',
        needsCare: true,
        at: '2026-01-01T00:00:00.000Z',
      },
    ])
  })

  it.each([
    ['requires_user_interaction', { needsCare: true }],
    ['default_to_no', { needsCare: true }],
    ['suppress_always_allow_rule', { isOnceOnly: true }],
  ])('is marked by the hint %s alone, and only where it is true', (hint, mark) => {
    const marksOf = (value: unknown) => {
      const [approval] = play([ask('r', { [hint]: value })]).approvals
      const { needsCare, isOnceOnly } = approval ?? {}
      return { ...(needsCare && { needsCare }), ...(isOnceOnly && { isOnceOnly }) }
    }
    expect(marksOf(true)).toEqual(mark)
    expect(marksOf(false)).toEqual({})
  })

  it('stays open until each is answered or withdrawn, and the status says which it is', () => {
    const asked = play([ask('r1'), ask('r2'), ask('r1'), ask('q', { tool_name: 'AskUserQuestion' })])
    expect(asked.approvals.map((approval) => [approval.requestId, approval.kind])).toEqual([
      ['r1', 'approval'],
      ['r2', 'approval'],
      ['q', 'question'],
    ])
    expect(asked.status).toBe('awaiting approval')
    const left = play([answer('r1'), { type: 'control_cancel_request', request_id: 'r2' }], asked)
    expect(left).toMatchObject({ approvals: [{ requestId: 'q' }], status: 'awaiting answer' })
    expect(findDecision(left, 'r2')).toEqual({ outcome: 'withdrawn' })
  })

  it('is decided by the first answer, and keeps by whom and with which changes', () => {
    const asked = play([assistant('m', [tool('t')]), ask('r')])
    const allow = message(
      answer('r', { behavior: 'allow', updatedInput: { command: 'other' }, updatedPermissions: [1] }),
      { by: 'phone', from: 'host' },
    )
    const state = fold(fold(asked, allow), message(answer('r', { behavior: 'deny', message: 'late' })))
    expect(findDecision(state, 'r')).toEqual({
      outcome: 'allowed',
      by: 'phone',
      updatedInput: { command: 'other' },
      updatedPermissions: [1],
    })
    expect(play([ask('r')], state).approvals).toEqual([])
  })

  it('keeps the answers of a question', () => {
    const asked = play([ask('q', { tool_name: 'AskUserQuestion', input: { questions: [] } })])
    const state = play(
      [answer('q', { behavior: 'allow', updatedInput: { questions: [], answers: { Which: 'Red' } } })],
      asked,
    )
    expect(findDecision(state, 'q')).toEqual({ outcome: 'answered', answers: { Which: 'Red' } })
  })

  it('is not opened when its answer came first, and is closed when its call has a result', () => {
    expect(play([answer('r'), ask('r')]).approvals).toEqual([])
    expect(play([assistant('m', [tool('t')]), ask('r'), toolResult('t', 'x', { is_error: true })]).approvals).toEqual(
      [],
    )
  })

  it('outlives the turn when a background agent asks', () => {
    const state = play([user('Hi'), ask('r', { agent_id: 'a1' }), result()])
    expect(state).toMatchObject({ approvals: [{ requestId: 'r' }], status: 'awaiting approval' })
  })

  it('is repeated to a host that comes back', () => {
    const response = { subtype: 'success', request_id: 'i', response: {}, pending_permission_requests: [ask('r')] }
    expect(play([{ type: 'control_response', response }]).approvals).toMatchObject([{ requestId: 'r' }])
  })

  it('may be a form of an MCP server', () => {
    const request = { subtype: 'elicitation', mcp_server_name: 'desk', message: 'Which room?', elicitation_id: 'e' }
    const asked = play([{ type: 'control_request', request_id: 'r', request }])
    expect(asked).toMatchObject({
      status: 'awaiting answer',
      approvals: [{ kind: 'elicitation', toolName: 'desk', reason: 'Which room?' }],
    })
    expect(findDecision(play([answer('r', { action: 'accept', content: { room: 1 } })], asked), 'r')).toMatchObject({
      outcome: 'answered',
      answers: { room: 1 },
    })
  })
})
