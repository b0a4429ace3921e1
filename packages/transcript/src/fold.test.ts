import { describe, expect, it } from 'vitest'
import { fold } from './fold.ts'
import { type SessionEvent, toMessage } from './session-event.ts'
import { initialState, type SessionState } from './session-state.ts'

type Raw = Record<string, unknown>

function play(raws: Raw[], from: SessionState = initialState): SessionState {
  return raws.map((raw): SessionEvent => ({ kind: 'message', message: toMessage(raw) })).reduce(fold, from)
}

const user = (text: string, more: Raw = {}) => ({
  type: 'user',
  uuid: `u-${text}`,
  message: { role: 'user', content: text },
  ...more,
})
const assistant = (uuid: string, content: Raw[], id = 'msg_1') => ({
  type: 'assistant',
  uuid,
  message: { id, role: 'assistant', content },
})
const text = (words: string) => ({ type: 'text', text: words })
const bash = (id: string) => ({ type: 'tool_use', id, name: 'Bash', input: { command: 'ls' } })
const toolResult = (id: string, content: unknown, is_error = false) => ({
  type: 'tool_result',
  tool_use_id: id,
  content,
  is_error,
})
const event = (body: Raw) => ({ type: 'stream_event', event: body })
const ask = (id: string) => ({
  type: 'control_request',
  request_id: id,
  request: { subtype: 'can_use_tool', tool_name: 'Bash', input: { command: id }, tool_use_id: 't' },
})
const result = (more: Raw = {}) => ({
  type: 'result',
  subtype: 'success',
  is_error: false,
  total_cost_usd: 0.5,
  ...more,
})

describe('fold', () => {
  it('joins the frames of one message and shows what was said in order', () => {
    const state = play([user('Hi'), assistant('a', [text('One.')]), assistant('b', [text('Two.')]), result()])
    expect(state.entries).toEqual([
      { kind: 'user', id: 'u-Hi', text: 'Hi' },
      {
        kind: 'assistant',
        id: 'msg_1',
        parts: [
          { kind: 'text', text: 'One.' },
          { kind: 'text', text: 'Two.' },
        ],
      },
    ])
    expect(state).toMatchObject({ status: 'idle', costUsd: 0.5 })
  })

  it('counts a repeated message once: the echo of our own, or a replay', () => {
    const messages = [user('Hi'), assistant('a', [text('One.')])]
    expect(play([...messages, ...messages]).entries).toEqual(play(messages).entries)
    expect(play([user('Hi'), user('Hi', { isReplay: true })]).entries).toHaveLength(1)
  })

  it('pairs every result of a message that has several', () => {
    const state = play([
      assistant('a', [bash('t1'), bash('t2')]),
      {
        type: 'user',
        uuid: 'r',
        message: {
          role: 'user',
          content: [toolResult('t1', 'one'), toolResult('t2', [{ type: 'text', text: 'bad' }], true)],
        },
      },
    ])
    expect(state.entries[0]).toMatchObject({
      parts: [
        { status: 'done', result: 'one' },
        { status: 'failed', result: 'bad' },
      ],
    })
  })

  it('grows a draft while text streams, and puts the final frame in its place', () => {
    const streaming = [
      event({ type: 'message_start', message: { id: 'msg_1' } }),
      event({ type: 'content_block_start', index: 0, content_block: text('') }),
      event({ type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'Hel' } }),
      event({ type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'lo' } }),
    ]
    expect(play(streaming).drafts).toMatchObject([{ kind: 'text', text: 'Hello' }])
    const done = play([...streaming, assistant('a', [text('Hello')]), event({ type: 'content_block_stop', index: 0 })])
    expect(done.drafts).toEqual([])
    expect(done.entries).toHaveLength(1)
  })

  it('keeps what was half written when the turn is interrupted', () => {
    const state = play([
      event({ type: 'message_start', message: { id: 'msg_1' } }),
      event({ type: 'content_block_start', index: 0, content_block: text('') }),
      event({ type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'Half a' } }),
      user('[Request interrupted by user]'),
      result({ subtype: 'error_during_execution' }),
    ])
    expect(state.entries).toMatchObject([
      { kind: 'assistant', parts: [{ text: 'Half a' }] },
      { kind: 'notice', text: 'The turn was stopped.' },
    ])
  })

  it('shows a call as waiting while a person is asked about it', () => {
    const asked = { ...ask('r1'), request: { ...ask('r1').request, tool_use_id: 't1' } }
    const waiting = play([assistant('a', [bash('t1')]), asked])
    expect(waiting.entries[0]).toMatchObject({ parts: [{ status: 'waiting' }] })
    const answered = play([{ type: 'control_response', response: { subtype: 'success', request_id: 'r1' } }], waiting)
    expect(answered.entries[0]).toMatchObject({ parts: [{ status: 'running' }] })
    const stopped = fold(waiting, { kind: 'exit', exit: { code: 1, signal: null, stopped: false, stderr: '' } })
    expect(stopped.entries[0]).toMatchObject({ parts: [{ status: 'aborted' }] })
  })

  it('keeps several approvals open until each is answered or withdrawn', () => {
    const asked = play([ask('r1'), ask('r2'), ask('r1')])
    expect(asked.approvals.map((approval) => approval.requestId)).toEqual(['r1', 'r2'])
    expect(asked.status).toBe('awaiting approval')
    const answered = play([{ type: 'control_response', response: { subtype: 'success', request_id: 'r1' } }], asked)
    expect(answered).toMatchObject({ approvals: [{ requestId: 'r2' }], status: 'awaiting approval' })
    const withdrawn = play([{ type: 'control_cancel_request', request_id: 'r2' }], answered)
    expect(withdrawn).toMatchObject({ approvals: [], status: 'working' })
  })

  it('keeps the approval of a background agent open when the turn that started it ends', () => {
    const asked = ask('r1')
    const state = play([user('Hi'), { ...asked, request: { ...asked.request, agent_id: 'a1' } }, result()])
    expect(state).toMatchObject({ approvals: [{ requestId: 'r1' }], status: 'awaiting approval' })
  })

  it('shows the reason of a turn that failed, and not that it was stopped', () => {
    const failed = result({ subtype: 'error_during_execution', is_error: true, errors: ['No conversation found'] })
    expect(play([failed]).entries).toMatchObject([{ tone: 'error', text: 'No conversation found' }])
    const stopped = { ...failed, errors: ['[ede_diagnostic] …'], terminal_reason: 'aborted_streaming' }
    expect(play([stopped]).entries).toMatchObject([{ tone: 'info', text: 'The turn was stopped.' }])
  })

  it('is ready once the CLI has answered, and stays one entry when only a part of it was interrupted', () => {
    expect(play([{ type: 'control_response', response: { subtype: 'success', request_id: 'i' } }]).status).toBe('ready')
    const state = play([
      event({ type: 'message_start', message: { id: 'msg_1' } }),
      event({ type: 'content_block_start', index: 0, content_block: { type: 'thinking', thinking: '' } }),
      assistant('a', [{ type: 'thinking', thinking: 'Hm.' }]),
      event({ type: 'content_block_start', index: 1, content_block: text('') }),
      event({ type: 'content_block_delta', index: 1, delta: { type: 'text_delta', text: 'Half' } }),
      result({ subtype: 'error_during_execution' }),
    ])
    expect(state.entries.map((entry) => entry.kind)).toEqual(['assistant', 'notice'])
  })

  it('closes everything when the process ends, and says why it did', () => {
    const running = play([user('Hi'), assistant('a', [bash('t1')]), ask('r1')])
    const exit = { code: null, signal: 'SIGKILL', stopped: false, stderr: 'first\nout of memory\n' }
    const state = fold(running, { kind: 'exit', exit })
    expect(state).toMatchObject({ status: 'error', approvals: [] })
    expect(state.entries[1]).toMatchObject({ parts: [{ status: 'aborted' }] })
    expect(state.entries[2]).toMatchObject({
      tone: 'error',
      text: expect.stringContaining('(SIGKILL). It said: out of memory'),
    })
  })

  it('says nothing of an end that was asked for', () => {
    const exit = { code: 0, signal: null, stopped: true, stderr: '' }
    expect(fold(initialState, { kind: 'exit', exit })).toMatchObject({ status: 'disconnected', entries: [] })
  })

  it('shows a failed turn by is_error, not by the subtype', () => {
    expect(play([result({ is_error: true, result: 'API Error: 400' })]).entries).toMatchObject([
      { tone: 'error', text: 'API Error: 400' },
    ])
  })

  it('says an error once when Claude has said the same', () => {
    const messages = [assistant('a', [text('API Error: 400')]), result({ is_error: true, result: 'API Error: 400' })]
    expect(play(messages).entries).toHaveLength(1)
  })

  it('shows a line that cannot be read, instead of passing over it', () => {
    expect(fold(initialState, { kind: 'unread', text: '{"type":"hologram"}' }).entries).toMatchObject([
      { text: expect.stringContaining('hologram') },
    ])
  })

  it('leaves the words of subagents and of the CLI itself out of the conversation', () => {
    const hidden = [
      user('sub', { parent_tool_use_id: 'toolu_1' }),
      user('meta', { isMeta: true }),
      user('summary', { isCompactSummary: true }),
    ]
    expect(play(hidden).entries).toEqual([])
  })

  it('changes nothing in place', () => {
    const before = play([user('Hi'), assistant('a', [bash('t1')])])
    const copy = structuredClone(before)
    play([{ type: 'user', uuid: 'r', message: { role: 'user', content: [toolResult('t1', 'x')] } }, result()], before)
    expect(before).toEqual(copy)
  })
})

describe('toMessage', () => {
  it('leaves out the fields that whoever checked the line found unfit', () => {
    const raw = { type: 'user', sessionId: 's', timestamp: 7 }
    expect(toMessage(raw, [['timestamp']])).toEqual({ type: 'user', session_id: 's' })
  })
})
