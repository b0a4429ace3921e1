import { describe, expect, it } from 'vitest'
import { assistant, play, stream, text, tool, user } from '../lines-for-test.ts'
import { parsePartialJson } from '../rows/partial-json.ts'
import { rows } from '../rows/rows.ts'

const start = stream({ type: 'message_start', message: { id: 'm' } })
const open = (index: number, content_block: object) => stream({ type: 'content_block_start', index, content_block })
const grow = (index: number, delta: object) => stream({ type: 'content_block_delta', index, delta })

describe('a draft', () => {
  it('grows by message and block: thinking, text and the input of a call as far as it goes', () => {
    const state = play([
      start,
      open(0, { type: 'thinking', thinking: '' }),
      grow(0, { type: 'thinking_delta', thinking: 'Hm' }),
      open(1, text('')),
      grow(1, { type: 'text_delta', text: 'Hel' }),
      grow(1, { type: 'text_delta', text: 'lo' }),
      open(2, tool('t', 'Bash', {})),
      grow(2, { type: 'input_json_delta', partial_json: '{"command":"ls -l' }),
    ])
    expect(rows(state)).toMatchObject([
      { kind: 'thinking', text: 'Hm', isDraft: true },
      { kind: 'text', text: 'Hello', isDraft: true },
      { kind: 'tools', calls: [{ isDraft: true, call: { id: 't', name: 'Bash', input: { command: 'ls -l' } } }] },
    ])
  })

  it('gives way to the final frame of its block, under the same key', () => {
    const writing = play([
      start,
      open(0, text('')),
      grow(0, { type: 'text_delta', text: 'Hel' }),
      open(1, tool('t')),
      grow(1, { type: 'input_json_delta', partial_json: '{' }),
    ])
    const done = play([assistant('m', [text('Hello')]), assistant('m', [tool('t')])], writing)
    expect(rows(done)).toMatchObject([{ kind: 'text', text: 'Hello' }, { kind: 'tools' }])
    expect(done.main.drafts).toEqual([])
    expect(rows(done).map((row) => row.key)).toEqual(rows(writing).map((row) => row.key))
  })

  it('is dropped when the API is asked again: another message begins, or comes whole', () => {
    const cut = play([start, open(0, text('')), grow(0, { type: 'text_delta', text: 'lost' })])
    expect(play([stream({ type: 'message_start', message: { id: 'n' } })], cut).main.drafts).toEqual([])
    expect(rows(play([assistant('n', [text('Whole.')])], cut))).toMatchObject([{ text: 'Whole.' }])
  })

  it('does not take an event of another message for its own, where the CLI names the message', () => {
    const late = { ...grow(0, { type: 'text_delta', text: 'old' }), api_message_id: 'before', uuid: 'late' }
    const state = play([start, open(0, text('')), late])
    expect(state.main.drafts).toMatchObject([{ text: '' }])
  })

  it('ends with the token counts of its message', () => {
    const counts = stream({ type: 'message_delta', delta: {}, usage: { output_tokens: 40 } })
    const frame = assistant('m', [text('Hello')])
    const used = { ...frame, message: { ...(frame.message as object), usage: { input_tokens: 100, output_tokens: 1 } } }
    const state = play([user('Hi'), start, open(0, text('')), used, counts])
    expect(state.usage.tokens).toMatchObject({ input: 100, output: 40 })
    expect(state.usage.contextTokens).toBe(140)
  })
})

describe('JSON that is still being written', () => {
  it('is closed where it breaks off', () => {
    const whole = '{"a":"x \\u00e4 \\"y\\"","b":[1,{"c":true}],"d":null}'
    for (let end = 1; end <= whole.length; end++) expect(parsePartialJson(whole.slice(0, end))).toBeTypeOf('object')
    expect(parsePartialJson(whole)).toEqual(JSON.parse(whole))
    expect(parsePartialJson('{"a":"x \\')).toEqual({ a: 'x ' })
    expect(parsePartialJson('{"a":1,"b":tr')).toEqual({ a: 1 })
    expect(parsePartialJson('{"a":[1,2')).toEqual({ a: [1, 2] })
    expect(parsePartialJson('')).toBeUndefined()
  })
})
