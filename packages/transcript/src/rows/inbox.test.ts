import type { ExitInfo } from '@quarterdeck/protocol/pure'
import { describe, expect, it } from 'vitest'
import { fold } from '../lines/fold.ts'
import { answer, ask, assistant, message, play, result, system, text, tool, user } from '../lines-for-test.ts'
import { toInbox } from './inbox.ts'

const exit = (exit: Partial<ExitInfo>) =>
  ({
    kind: 'keeper',
    at: '2026-01-01T00:01:00.000Z',
    message: {
      type: 'keeper',
      subtype: 'exited',
      exit: { kind: 'crashed', code: 1, signal: null, forced: false, inTurn: true, stderr: '', ...exit },
    },
  }) as const

describe('the inbox of a session', () => {
  it('has each request with all that is needed to decide about it, the oldest first', () => {
    const state = [
      message(user('Go')),
      message(assistant('m', [tool('t')])),
      message(ask('r1', { permission_suggestions: [{ type: 'addRules' }], decision_reason: 'Not in the rules' }), {
        at: '2026-01-01T00:00:00.000Z',
        inputHash: 'abc',
      }),
      message(ask('r2', { tool_name: 'AskUserQuestion', tool_use_id: 'q' })),
      message(ask('r3', { tool_name: 'ExitPlanMode', tool_use_id: 'p' })),
    ].reduce(fold, play([]))
    expect(toInbox(state)).toEqual([
      {
        kind: 'approval',
        requestId: 'r1',
        toolName: 'Bash',
        input: { command: 'r1' },
        inputHash: 'abc',
        suggestions: [{ type: 'addRules' }],
        reason: 'Not in the rules',
        since: '2026-01-01T00:00:00.000Z',
      },
      { kind: 'question', requestId: 'r2', toolName: 'AskUserQuestion', input: { command: 'r2' }, suggestions: [] },
      { kind: 'plan', requestId: 'r3', toolName: 'ExitPlanMode', input: { command: 'r3' }, suggestions: [] },
    ])
    expect(toInbox(play([answer('r1'), answer('r2'), answer('r3')], state))).toEqual([])
  })

  it('names the agent of a request, by the lane of its call or by the CLI’s agent_id', () => {
    const sent = tool('a', 'Agent', { subagent_type: 'scout', description: 'Look around' })
    const state = play([
      user('Go'),
      assistant('m', [sent]),
      { ...assistant('n', [tool('t')]), parent_tool_use_id: 'a' },
      ask('r1'),
      ask('r2', { tool_use_id: 'elsewhere', agent_id: 'x' }),
    ])
    const agents = toInbox(state).map((item) => 'agent' in item && item.agent)
    expect(agents).toEqual([{ toolUseId: 'a', type: 'scout', description: 'Look around' }, { id: 'x' }])
    const data = { type: 'agent_progress', agentId: 'x' }
    const named = play([{ type: 'progress', uuid: 'p', parent_tool_use_id: 'a', data }], state)
    expect(toInbox(named)[1]).toMatchObject({ agent: { id: 'x', toolUseId: 'a', type: 'scout' } })
  })

  it('has the last line of Claude’s answer when a turn has ended', () => {
    const state = [
      message(user('Go')),
      message(assistant('m', [text('First.'), text('All is done.\nMore of it.')])),
      message(result(), { at: '2026-01-01T00:00:09.000Z' }),
    ].reduce(fold, play([]))
    expect(toInbox(state)).toEqual([{ kind: 'finished', text: 'All is done.', since: '2026-01-01T00:00:09.000Z' }])
    expect(toInbox(play([user('And now?')], state))).toEqual([])
  })

  it('has the error when the turn or the process failed', () => {
    const begun = play([user('Go'), assistant('m', [text('Well.')])])
    const failed = play([result({ subtype: 'error_max_turns', is_error: true })], begun)
    expect(toInbox(failed)).toMatchObject([{ kind: 'failed', text: 'The turn reached its limit of steps.' }])
    expect(toInbox(fold(begun, exit({ stderr: 'out of memory' })))).toEqual([
      {
        kind: 'failed',
        text: 'The CLI ended unexpectedly (exit code 1). It said: out of memory Send a message to go on.',
        since: '2026-01-01T00:01:00.000Z',
      },
    ])
  })

  it('has no news of a session that nobody has asked anything, of a turn that a person stopped, or while something runs', () => {
    expect(toInbox(play([system('init', { session_id: 's' })]))).toEqual([])
    const stopped = result({ subtype: 'error_during_execution', is_error: false })
    expect(toInbox(play([user('Go'), assistant('m', [text('Well.')]), stopped]))).toEqual([])
    const task = system('task_started', { task_id: 'b', task_type: 'local_bash', description: 'sleep' })
    expect(toInbox(play([user('Go'), assistant('m', [text('Well.')]), task, result()]))).toEqual([])
  })

  it('keeps the line short', () => {
    const [item] = toInbox(play([user('Go'), assistant('m', [text('word '.repeat(100))]), result()]))
    expect(item && 'text' in item && item.text.length).toBeLessThan(210)
  })
})
