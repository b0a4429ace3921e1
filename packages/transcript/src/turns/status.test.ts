import { describe, expect, it } from 'vitest'
import { fold } from '../lines/fold.ts'
import type { SessionEvent } from '../lines/session-event.ts'
import {
  answer,
  ask,
  assistant,
  message,
  play,
  type Raw,
  result,
  stream,
  system,
  text,
  tool,
  toolResult,
  user,
} from '../lines-for-test.ts'
import { rows } from '../rows/rows.ts'
import { toSilence } from '../rows/silence.ts'
import { initialState, type SessionState } from '../state/session-state.ts'

const keeper = (raw: Raw): SessionEvent => ({ kind: 'keeper', message: { type: 'keeper', ...raw } }) as SessionEvent
const exited = (more: Raw = {}) =>
  keeper({
    subtype: 'exited',
    exit: { kind: 'crashed', code: 1, signal: null, forced: false, inTurn: true, stderr: '', ...more },
  })
const started = keeper({ subtype: 'started', pid: 1, sessionId: 's', cwd: '/p', resumed: false })
const claims = (state: string) => system('session_state_changed', { state })
const statusOf = (raws: Raw[]) => play(raws).status

describe('the status', () => {
  it('is starting until the CLI has answered, ready before the first prompt, then working and idle', () => {
    expect(initialState.status).toBe('starting')
    expect(fold(initialState, started).status).toBe('starting')
    expect(statusOf([answer('i', {})])).toBe('ready')
    expect(statusOf([answer('i', {}), user('Hi')])).toBe('working')
    expect(statusOf([user('Hi'), result()])).toBe('idle')
  })

  it('follows the state that the CLI reports: idle with a task in the background, working after a result', () => {
    const task = system('task_started', { task_id: 'k', task_type: 'local_bash', is_backgrounded: true })
    expect(statusOf([user('Hi'), task, result()])).toBe('working')
    expect(statusOf([user('Hi'), claims('running'), task, result()])).toBe('working')
    expect(statusOf([user('Hi'), claims('running'), task, result(), claims('idle')])).toBe('idle')
  })

  it('ignores a background command whose end the CLI never reports', () => {
    const begun = toolResult('a', 'Running.', { toolUseResult: { backgroundTaskId: 'b' } })
    const turn = [user('Hi'), assistant('m', [tool('a', 'Bash', { command: 'npm run dev' })]), begun, result()]
    expect(statusOf(turn)).toBe('idle')
    expect(play(turn).liveTasks).toEqual(['b'])
    const started = system('task_started', { task_id: 'b', task_type: 'local_bash', is_backgrounded: true })
    expect(statusOf([...turn.slice(0, 3), started, ...turn.slice(3)])).toBe('working')
  })

  it('is working, not idle, after the end of an earlier turn', () => {
    expect(statusOf([user('One'), claims('running'), result(), user('Two'), claims('idle')])).toBe('working')
  })

  it('is disconnected for what was read from disk', () => {
    expect(statusOf([{ ...user('Hi'), parentUuid: null }])).toBe('disconnected')
  })
})

describe('a process that ends', () => {
  const running = play([user('Hi'), assistant('m', [tool('t')]), ask('r')])

  it('closes everything that was open, and shows why it ended', () => {
    const state = fold(running, exited({ code: null, signal: 'SIGKILL', stderr: 'first\nout of memory\n' }))
    expect(state).toMatchObject({ status: 'error', approvals: [], running: [] })
    expect(rows(state)).toMatchObject([
      { kind: 'user' },
      { calls: [{ call: { status: 'aborted' } }] },
      { tone: 'error', text: 'The CLI ended unexpectedly (SIGKILL). It said: out of memory Send a message to go on.' },
    ])
  })

  it('shows nothing if it was stopped by a person, or ended after its last turn', () => {
    const quiet = (state: SessionState, more: Raw) => fold(state, exited({ code: 0, inTurn: false, ...more }))
    expect(quiet(running, { kind: 'stopped' })).toMatchObject({ status: 'disconnected' })
    expect(rows(quiet(play([answer('i', {})]), { kind: 'finished' }))).toEqual([])
    expect(quiet(play([user('Hi')]), { kind: 'finished' }).status).toBe('error')
    expect(quiet(fold(initialState, started), { kind: 'finished' }).status).toBe('error')
  })

  it('shows why it could not be started', () => {
    const state = fold(initialState, exited({ kind: 'failed_to_start', reason: 'ENOENT' }))
    expect(rows(state)).toMatchObject([{ text: 'The CLI could not be started: ENOENT. Send a message to go on.' }])
  })

  it('is followed by another that has nothing open', () => {
    const state = fold(running, started)
    expect(state).toMatchObject({ approvals: [], running: [], sessionId: 's', about: { cwd: '/p' } })
  })
})

describe('other messages of the keeper', () => {
  it('set the queue and the session id, and show lines that were unreadable or too long and what a restart lost', () => {
    const state = [
      keeper({ subtype: 'queue', items: [{ uuid: 'q', content: 'Next', at: '' }] }),
      keeper({ subtype: 'session_changed', previous: 's', sessionId: 'n' }),
      keeper({ subtype: 'unread', text: 'what?' }),
      keeper({ subtype: 'oversize', bytes: 99 }),
      keeper({ subtype: 'restored', back: [], gone: ['the mode'] }),
      keeper({ subtype: 'snapshot', facts: {} }),
      { kind: 'unread', text: '{"type":"hologram"}' } as SessionEvent,
    ].reduce(fold, fold(initialState, started))
    expect(state).toMatchObject({ queue: [{ content: 'Next' }], sessionId: 'n', previousIds: ['s'] })
    expect(rows(state).map((row) => 'text' in row && row.text)).toEqual([
      'The CLI wrote a line that this version cannot read: what?',
      'The CLI wrote a line of 99 bytes, which is too long to keep.',
      'Not as before the restart: the mode.',
      'The CLI wrote a line that this version cannot read: {"type":"hologram"}',
    ])
  })
})

describe('toSilence', () => {
  const silence = (raws: Raw[]) => toSilence(play([answer('i', {}), ...raws]))

  it.each<[string, Raw[], string]>([
    ['you', [user('Hi'), ask('r')], 'Waits for you: whether Bash may run.'],
    ['you', [user('Hi'), ask('r', { tool_name: 'AskUserQuestion' })], 'Waits for you: it has a question.'],
    [
      'api',
      [user('Hi'), system('api_retry', { attempt: 2, max_retries: 10, retry_delay_ms: 1200 })],
      'Waits for the API: attempt 2 of 10, in 2 s.',
    ],
    ['api', [user('Hi'), system('status', { status: 'requesting' })], 'Waits for the API.'],
    ['api', [user('/compact'), system('status', { status: 'compacting' })], 'The conversation is being compacted.'],
    ['hook', [user('Hi'), system('hook_started', { hook_id: 'h', hook_name: 'Stop' })], 'Waits for the hook Stop.'],
    ['tool', [user('Hi'), assistant('m', [tool('t')])], 'Waits for Bash.'],
    [
      'task',
      [user('Hi'), system('task_started', { task_id: 'k', description: 'sleep', is_backgrounded: true }), result()],
      'Works in the background: sleep.',
    ],
    ['nothing', [user('Hi'), result()], 'Nothing is under way.'],
  ])('it waits for %s', (waitsFor, raws, text) => {
    expect(silence(raws)).toMatchObject({ waitsFor, text })
  })

  it('says that Claude writes, or thinks with so many tokens', () => {
    const begin = (id: string) => stream({ type: 'message_start', message: { id } })
    const block = (index: number, content_block: Raw) => stream({ type: 'content_block_start', index, content_block })
    const tokens = system('thinking_tokens', { estimated_tokens: 1250 })
    const thinking = [user('Hi'), begin('m'), block(0, { type: 'thinking', thinking: '' })]
    expect(silence(thinking)).toEqual({ waitsFor: 'claude', text: 'Thinks.' })
    expect(silence([...thinking, tokens]).text).toBe('Thinks: 1,250 tokens so far.')
    const again = [begin('n'), block(0, { type: 'thinking', thinking: '' })]
    expect(silence([...thinking, tokens, ...again]).text).toBe('Thinks.')
    const writing = [...thinking, tokens, block(1, { type: 'text', text: '' })]
    expect(silence(writing).text).toBe('Writes.')
    expect(silence([...writing, stream({ type: 'message_stop' })]).text).toBe('Waits for the API.')
    const call = { type: 'tool_use', id: 't', name: 'Bash', input: {} }
    expect(silence([user('Hi'), begin('m'), block(0, call)]).text).toBe('Writes.')
  })

  it('does not name the API any more once it has answered', () => {
    const retry = system('api_retry', { attempt: 1 })
    expect(play([user('Hi'), retry, stream({ type: 'message_start', message: { id: 'm' } })]).retry).toBeNull()
    expect(play([user('Hi'), retry, assistant('m', [text('Yes.')])]).retry).toBeNull()
  })

  it('has since when it waits, where that is known', () => {
    const state = fold(play([user('Hi')]), message(ask('r'), { at: '2026-01-01T00:00:00.000Z' }))
    expect(toSilence(state).since).toBe('2026-01-01T00:00:00.000Z')
  })

  it('goes with the status error after a turn that failed, and idle after one that a person stopped', () => {
    const failed = result({ is_error: true, result: 'Not logged in' })
    expect(statusOf([user('Hi'), failed])).toBe('error')
    expect(statusOf([user('Hi'), failed, user('Again')])).toBe('working')
    expect(statusOf([user('Hi'), failed, user('Again'), result()])).toBe('idle')
    const stopped = result({ subtype: 'error_during_execution', is_error: true, terminal_reason: 'aborted_streaming' })
    expect(statusOf([user('Hi'), stopped])).toBe('idle')
  })

  it('says that the process is suspended, until it goes on or ends', () => {
    const suspended = (isSuspended: boolean) => keeper({ subtype: 'suspended', isSuspended })
    const working = [started, suspended(true)].reduce(fold, play([user('Hi')]))
    expect(toSilence(working).text).toContain('suspended')
    expect(toSilence(fold(working, suspended(false))).text).not.toContain('suspended')
    expect(fold(working, exited()).isSuspended).toBe(false)
  })
})
