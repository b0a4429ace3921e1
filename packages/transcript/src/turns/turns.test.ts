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
import { itemsOf } from '../state/list.ts'
import { initialState, type SessionState } from '../state/session-state.ts'

const turnsOf = (state: SessionState) => [...itemsOf(state.turns)]
const at = (seconds: number) => new Date(Date.UTC(2026, 0, 1, 0, 0, seconds)).toISOString()
const timed = (events: [number, Raw][]): SessionEvent[] =>
  events.map(([seconds, raw]) => message(raw, { at: at(seconds) }))
const texts = (state: SessionState) => rows(state).map((row) => ('text' in row ? row.text : row.kind))

describe('a turn', () => {
  it('begins with a prompt and ends with its result: cost, time, steps and tokens', () => {
    const ended = result({
      total_cost_usd: 0.2,
      duration_ms: 900,
      duration_api_ms: 700,
      num_turns: 3,
      usage: { input_tokens: 5 },
    })
    const state = timed([
      [1, user('Hi')],
      [2, assistant('m', [text('Hello.')])],
      [3, ended],
    ]).reduce(fold, initialState)
    expect(turnsOf(state)).toMatchObject([
      {
        status: 'done',
        origin: 'prompt',
        prompt: 'u-Hi',
        startedAt: at(1),
        endedAt: at(3),
        outcome: 'success',
        costUsd: 0.2,
        durationMs: 900,
        apiMs: 700,
        steps: 3,
        tokens: { input: 5 },
      },
    ])
  })

  it('costs what the total has grown by; a resume goes on with it or begins anew, and /clear begins anew', () => {
    const totals = [0.1, 0.3, 0.05, 0.06].map((total_cost_usd) => result({ total_cost_usd }))
    const state = play(totals.flatMap((each, index) => [user(`p${index}`), each]))
    expect(turnsOf(state).map((turn) => turn.costUsd.toFixed(2))).toEqual(['0.10', '0.20', '0.05', '0.01'])
    expect(state.usage.costUsd).toBeCloseTo(0.36)
    const reset = { type: 'conversation_reset', uuid: 'c', new_conversation_id: 'n' }
    const after = play([reset, user('again'), result({ total_cost_usd: 0.07 })], state)
    expect(turnsOf(after).at(-1)?.costUsd).toBeCloseTo(0.07)
    expect(after.usage.costUsd).toBeCloseTo(0.07)
  })

  it('goes on from the total that the CLI noted on disk', () => {
    const state = play([{ type: 'cost-state', totalCostUSD: 1 }, user('Hi'), result({ total_cost_usd: 1.25 })])
    expect(turnsOf(state)[0]?.costUsd).toBe(0.25)
    expect(state.usage.costUsd).toBe(1.25)
  })

  it('does not cost what the session cost that it is a fork of', () => {
    const started = { type: 'keeper', subtype: 'started', pid: 1, sessionId: 's', cwd: '/', resumed: false } as const
    const begun = fold(initialState, { kind: 'keeper', message: { ...started, priorCostUsd: 1 } })
    const state = play([user('Hi'), result({ total_cost_usd: 1.25 })], begun)
    expect(turnsOf(state)[0]?.costUsd).toBe(0.25)
    expect(state.usage.costUsd).toBe(1.25)
    // A killed process wrote a smaller total to disk than its last `result` had: the next turn is counted from the total on disk.
    const again = fold(state, { kind: 'keeper', message: { ...started, priorCostUsd: 1 } })
    const after = play([user('More'), result({ total_cost_usd: 1.1, uuid: 'x' })], again)
    expect(turnsOf(after)[1]?.costUsd).toBeCloseTo(0.1)
    expect(after.usage.costUsd).toBeCloseTo(1.35)
  })

  it('counts how long it waited for a person, and approvals that wait together once', () => {
    const events = timed([
      [0, user('Hi')],
      [1, ask('r1')],
      [3, ask('r2')],
      [5, answer('r1')],
      [11, answer('r2')],
      [20, ask('r3')],
      [21, answer('r3')],
      [30, result()],
    ])
    expect(turnsOf(events.reduce(fold, initialState))[0]?.waitedMs).toBe(11_000)
  })

  it('lists the calls that were denied in it', () => {
    const denial = { tool_name: 'Bash', tool_use_id: 't1', tool_input: {} }
    const state = play([
      user('Hi'),
      assistant('m', [tool('t1')]),
      toolResult('t1', 'no', { is_error: true }),
      result({ permission_denials: [denial] }),
    ])
    expect(turnsOf(state)[0]?.denials).toEqual([{ toolName: 'Bash', toolUseId: 't1' }])
    expect(rows(state)[1]).toMatchObject({ calls: [{ call: { status: 'denied', reason: 'no' } }] })
  })

  it('may begin without a prompt, and says so in its origin', () => {
    const init = (uuid: string) => ({ ...system('init', { cwd: '/', tools: [], model: 'm' }), uuid })
    const state = play([
      user('Hi'),
      init('a'),
      assistant('m', [text('Sent.')]),
      result(),
      init('b'),
      assistant('n', [text('Noted.')]),
      result({ n: 2 }),
    ])
    expect(turnsOf(state).map((turn) => turn.origin)).toEqual(['prompt', 'self'])
    expect(texts(state)).toContain('Claude went on by itself.')
  })

  it('keeps half-written text when it is stopped, above the notice', () => {
    const state = play([
      user('Hi'),
      stream({ type: 'message_start', message: { id: 'm' } }),
      stream({ type: 'content_block_start', index: 0, content_block: text('') }),
      stream({ type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'Half a' } }),
      user('[Request interrupted by user]'),
      result({ subtype: 'error_during_execution' }),
    ])
    expect(texts(state).slice(1)).toEqual(['Half a', 'The turn was stopped.'])
    expect(turnsOf(state)).toMatchObject([{ status: 'stopped' }])
  })

  it('shows why it failed by is_error and not by the subtype, once, and not that it was stopped', () => {
    expect(texts(play([result({ is_error: true, result: 'API Error: 400' })]))).toEqual(['API Error: 400'])
    const refused = play([
      assistant('a', [text('API Error: 400')]),
      result({ is_error: true, result: 'API Error: 400' }),
    ])
    expect(texts(refused)).toEqual(['API Error: 400'])
    const failed = result({ subtype: 'error_during_execution', is_error: true, errors: ['No conversation found'] })
    expect(rows(play([failed]))).toMatchObject([{ tone: 'error', text: 'No conversation found' }])
    const stopped = result({ ...failed, errors: ['[ede_diagnostic] …'], terminal_reason: 'aborted_streaming' })
    expect(rows(play([stopped]))).toMatchObject([{ tone: 'info', text: 'The turn was stopped.' }])
  })

  it('aborts the calls that still run when it ends', () => {
    const state = play([user('Hi'), assistant('m', [tool('t1')]), result()])
    expect(rows(state)[1]).toMatchObject({ calls: [{ call: { status: 'aborted' } }] })
  })

  it('takes its time from disk where the CLI wrote it, and ends there with the next prompt', () => {
    const disk = (raw: Raw) => ({ ...raw, parentUuid: null })
    const state = play([
      disk(user('One')),
      { ...system('turn_duration', { durationMs: 77 }), parentUuid: 'u-One' },
      { ...user('Two'), parentUuid: 'u-One' },
    ])
    expect(turnsOf(state)).toMatchObject([{ status: 'done', durationMs: 77 }, { status: 'running' }])
  })
})
