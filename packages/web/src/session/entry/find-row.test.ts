import { fold, initialState, type Row, rows, type SessionState, toMessage } from '@quarterdeck/transcript'
import { describe, expect, it } from 'vitest'
import { findInRows } from '../find/row-text.ts'
import { findCallRow, findRow, findRowOf } from './find-row.ts'
import { toRowText } from './to-row-text.ts'

const answer = (uuid: string, content: object[]) => ({
  type: 'assistant',
  uuid,
  parentUuid: null,
  message: { id: 'msg_1', role: 'assistant', model: 'opus', content, usage: { input_tokens: 1, output_tokens: 2 } },
})
const RESULT = {
  type: 'user',
  uuid: 'u-result',
  parentUuid: 'u-call',
  message: {
    role: 'user',
    content: [{ type: 'tool_result', tool_use_id: 't1', content: 'three \u001b[1mHer\u001b[22mons' }],
  },
}
const LINES = [
  { type: 'user', uuid: 'u-prompt', parentUuid: null, message: { role: 'user', content: 'Count the birds.' } },
  { ...answer('u-text', [{ type: 'text', text: 'I count.' }]), parentUuid: 'u-prompt' },
  {
    ...answer('u-call', [{ type: 'tool_use', id: 't1', name: 'Bash', input: { command: 'ls birds' } }]),
    parentUuid: 'u-text',
  },
  RESULT,
]

function play(): { state: SessionState; list: readonly Row[] } {
  const state = LINES.reduce((now, line) => fold(now, { kind: 'message', message: toMessage(line) }), initialState)
  return { state, list: rows(state) }
}

describe('entries and their messages', () => {
  const { state, list } = play()

  it('a message is found by its uuid, every line of an answer too', () => {
    expect(findRow(state, list, 'u-prompt')).toEqual({ rowKey: 'user:u-prompt' })
    expect(findRow(state, list, 'u-text')).toEqual({ rowKey: 'msg_1:0' })
    expect(findRow(state, list, 'u-call')).toEqual({ rowKey: 'tools:t1', callKey: 't1' })
    expect(findRow(state, list, 'unknown')).toBeNull()
  })

  it('a result, and what an agent says, is found in its call', () => {
    const call = { rowKey: 'tools:t1', callKey: 't1' }
    expect(findRow(state, list, 'u-result')).toEqual(call)
    expect(findRowOf(list, RESULT)).toEqual(call)
    expect(findRowOf(list, { parent_tool_use_id: 't1', message: {} })).toEqual(call)
    expect(findRowOf(list, null)).toBeNull()
  })

  it('words are found wherever they stand, whatever their case', () => {
    expect(findInRows(list, 'COUNT')).toEqual([{ rowKey: 'user:u-prompt' }, { rowKey: 'msg_1:0' }])
    expect(findInRows(list, 'herons')).toEqual([{ rowKey: 'tools:t1', callKey: 't1' }])
    expect(findInRows(list, 'ls bird')).toEqual([{ rowKey: 'tools:t1', callKey: 't1' }])
    expect(findInRows(list, '')).toEqual([])
  })

  it('words in an agent are found where they stand in it, and what it brought back is found once', () => {
    const inner = (uuid: string, content: object[]) => ({
      ...answer(uuid, content),
      parent_tool_use_id: 'sent',
      message: { id: uuid, role: 'assistant', model: 'opus', content },
    })
    const call = { type: 'tool_use', id: 'sent', name: 'Agent', input: { description: 'Scout' } }
    const result = { type: 'tool_result', tool_use_id: 'sent', content: 'A heron was there.' }
    const lines = [
      answer('u-agent', [call]),
      inner('i1', [{ type: 'tool_use', id: 'looked', name: 'Bash', input: { command: 'ls reeds' } }]),
      inner('i2', [{ type: 'text', text: 'A heron was there.' }]),
      { type: 'user', uuid: 'u-back', parentUuid: 'u-agent', message: { role: 'user', content: [result] } },
    ]
    const played = lines.reduce((now, line) => fold(now, { kind: 'message', message: toMessage(line) }), initialState)
    const all = rows(played)
    const agent = { rowKey: 'tools:sent', callKey: 'sent' }
    expect(findInRows(all, 'scout')).toEqual([agent])
    expect(findInRows(all, 'reeds')).toEqual([{ ...agent, inside: ['looked'] }])
    expect(findInRows(all, 'heron')).toEqual([{ ...agent, inside: ['i2:0'] }])
    expect(findCallRow(all, 'looked')).toEqual({ ...agent, inside: ['looked'] })
  })

  it('what a command wrote is copied without what only a terminal obeys', () => {
    const text = 'Set model to \u001b[1mOpus\u001b[22m'
    expect(toRowText({ kind: 'output', key: 'o', stream: 'stdout', text })).toBe('Set model to Opus')
  })

  it('a command is copied as one types it, with what it wrote', () => {
    expect(toRowText(list[2] as Row)).toBe('$ ls birds\nthree Herons')
  })
})
