import { type CallRow, fold, initialState, type Row, rows, type SessionState, toMessage } from '@quarterdeck/transcript'
import { describe, expect, it } from 'vitest'
import { entryOf, linesOf } from './entry-of.ts'

const say = (uuid: string, content: object) => ({
  type: 'assistant',
  uuid,
  message: { id: 'msg_1', role: 'assistant', model: 'opus', content: [content], usage: { output_tokens: 2 } },
})
const use = (id: string, name = 'Bash') => ({ type: 'tool_use', id, name, input: { command: `run ${id}` } })
const result = (uuid: string, id: string) => ({
  type: 'user',
  uuid,
  message: { role: 'user', content: [{ type: 'tool_result', tool_use_id: id, content: 'ok' }] },
})

const PROMPT = { type: 'user', uuid: 'u-prompt', message: { role: 'user', content: 'Look.' } }
const CALLS = [
  PROMPT,
  say('u-text', { type: 'text', text: 'I look.' }),
  say('u-one', use('t1')),
  say('u-two', use('t2')),
]

type Line = Record<string, unknown>

/** As lines of a transcript, each behind the one before. */
function play(lines: readonly Line[]): { state: SessionState; list: readonly Row[]; calls: readonly CallRow[] } {
  const state = lines.reduce<SessionState>((now, line, index) => {
    const message = toMessage({ ...line, parentUuid: lines[index - 1]?.uuid ?? null })
    return fold(now, { kind: 'message', message })
  }, initialState)
  const list = rows(state)
  return { state, list, calls: list.flatMap((row) => (row.kind === 'tools' ? row.calls : [])) }
}

const alone = (call: CallRow | undefined): Row => ({
  kind: 'tools',
  key: 'one',
  calls: call === undefined ? [] : [call],
})

describe('the lines of an entry', () => {
  it('are of the words themselves, and of each call with its result', () => {
    const { state, list, calls } = play([...CALLS, result('u-r2', 't2'), result('u-r1', 't1')])
    expect(linesOf(state, list[0] as Row)).toEqual({ raw: ['u-prompt'], link: 'u-prompt', fork: 'u-prompt' })
    expect(linesOf(state, list[1] as Row)).toEqual({ raw: ['u-text'], link: 'u-text', fork: 'u-text' })
    expect(linesOf(state, alone(calls[0]))).toMatchObject({ raw: ['u-one', 'u-r1'], link: 'u-one' })
    expect(linesOf(state, alone(calls[1]))).toMatchObject({ raw: ['u-two', 'u-r2'], link: 'u-two' })
    expect(entryOf(state, list[1] as Row)).toMatchObject({ kind: 'assistant', usage: { output: 2 } })
  })

  it('end a copy behind the last result of a message, whichever of its calls it is made from', () => {
    const { state, list, calls } = play([...CALLS, result('u-r2', 't2'), result('u-r1', 't1')])
    expect(calls.map((call) => linesOf(state, alone(call)).fork)).toEqual(['u-r1', 'u-r1'])
    expect(linesOf(state, list[2] as Row)).toEqual({ raw: [], fork: 'u-r1' })
  })

  it('end no copy while a call of the message has no result, or where it never had one', () => {
    const { state, calls } = play([...CALLS, result('u-r2', 't2')])
    expect(calls.map((call) => linesOf(state, alone(call)).fork)).toEqual([undefined, undefined])
    const over = fold(state, { kind: 'unheld' })
    expect(calls.map((call) => linesOf(over, alone(call)).fork)).toEqual([undefined, undefined])
  })

  it('end a copy of words that stand behind a call with the result of the call', () => {
    const { state, list } = play([
      ...CALLS.slice(0, 3),
      say('u-after', { type: 'text', text: 'So.' }),
      result('u-r1', 't1'),
    ])
    expect(linesOf(state, list.at(-1) as Row)).toMatchObject({ raw: ['u-after'], fork: 'u-r1' })
  })

  it('can be looked at and linked to inside of a subagent, and end no copy there', () => {
    const message = { id: 'msg_2', role: 'assistant', content: [{ type: 'text', text: 'White.' }] }
    const words = { type: 'assistant', uuid: 'u-in', parent_tool_use_id: 't1', isSidechain: true, message }
    const { state, calls } = play([PROMPT, say('u-one', use('t1', 'Agent')), words])
    const [row] = calls[0]?.rows ?? []
    expect(linesOf(state, row as Row)).toEqual({ raw: ['u-in'], link: 'u-in' })
  })
})
