import { describe, expect, it } from 'vitest'
import { parseLine } from './parse-line.ts'

const text = { type: 'text', text: 'Hello' }

function parse(value: unknown) {
  return parseLine(JSON.stringify(value))
}

describe('parseLine', () => {
  it('reads a message, whatever the order of its keys, and keeps the line as it came', () => {
    const raw =
      '{"duration_api_ms":42,"stop_reason":"end_turn","is_error":false,"subtype":"success","result":"x","type":"result"}'
    const line = parseLine(raw)
    expect(line).toMatchObject({ kind: 'message', raw, message: { type: 'result', subtype: 'success' }, faults: [] })
  })

  it('keeps fields that no schema names', () => {
    const line = parse({
      type: 'assistant',
      message: { role: 'assistant', content: [{ ...text, glow: 1 }] },
      tomorrow: { a: [1] },
    })
    expect(line).toMatchObject({ message: { tomorrow: { a: [1] }, message: { content: [{ glow: 1 }] } } })
  })

  it('leaves out what a line of progress tells of an agent where that is no message', () => {
    const toLine = (told: object) =>
      parse({ type: 'progress', data: { type: 'agent_progress', agentId: 'x', message: told } })
    const whole = { type: 'user', message: { role: 'user', content: [{ type: 'tool_result', tool_use_id: 't' }] } }
    expect(toLine(whole)).toMatchObject({ message: { data: { message: whole } }, faults: [] })
    const without = { type: 'user', message: { role: 'user', content: [{ type: 'tool_result' }] } }
    for (const told of [without, { type: 'user' }, { type: 'assistant', message: { content: [null] } }])
      expect(toLine(told)).toMatchObject({
        kind: 'message',
        message: { data: { type: 'agent_progress', agentId: 'x' } },
      })
    expect(toLine(without)).not.toHaveProperty('message.data.message')
  })

  it.each([
    [{ type: 'hologram', x: 1 }, 'hologram', undefined],
    [{ type: 'system', subtype: 'aurora', x: 1 }, 'system', 'aurora'],
    [{ type: 'stream_event', event: { type: 'aurora' } }, 'stream_event', 'aurora'],
    [{ type: 'progress', data: { type: 'aurora' } }, 'progress', 'aurora'],
    [{ type: 'constructor' }, 'constructor', undefined],
    [{ type: '__proto__' }, '__proto__', undefined],
  ])('keeps the unknown type of a newer CLI: %j', (value, type, subtype) => {
    const raw = JSON.stringify(value)
    expect(parseLine(raw)).toEqual({ kind: 'unknown', reason: 'type', raw, type, subtype, value })
  })

  it.each([
    [{ type: 'assistant', message: { role: 'assistant', content: [{ type: 'text' }] } }],
    [{ type: 'assistant', message: 'text' }],
    [{ type: 'control_request', request_id: 7, request: { subtype: 'can_use_tool' } }],
    [{ type: 'system', subtype: 'init' }],
  ])('calls a known type in an unreadable shape unknown, never a message: %j', (value) => {
    expect(parse(value)).toMatchObject({ kind: 'unknown', reason: 'shape', value })
  })

  it('shows an approval even when a newer CLI changed a field that is only nice to have', () => {
    const line = parse({
      type: 'control_request',
      request_id: 'r1',
      request: {
        subtype: 'can_use_tool',
        tool_name: 'Bash',
        input: { command: 'ls' },
        tool_use_id: 'toolu_1',
        permission_suggestions: 'now a string',
        decision_reason: { now: 'an object' },
      },
    })
    expect(line).toMatchObject({
      kind: 'message',
      message: { request: { tool_name: 'Bash', input: { command: 'ls' } } },
    })
    expect(line.kind === 'message' && line.faults.map((fault) => fault.path.join('.')).sort()).toEqual([
      'request.decision_reason',
      'request.permission_suggestions',
    ])
  })

  it('shows a content block of a type that is not known yet', () => {
    const line = parse({
      type: 'assistant',
      message: { role: 'assistant', content: [text, { type: 'scent', notes: 3 }] },
    })
    expect(line).toMatchObject({
      kind: 'message',
      message: { message: { content: [text, { type: 'scent', notes: 3 }] } },
    })
  })

  it.each([
    [''],
    ['{'],
    ['{"type":"user"'],
    ['null'],
    ['[]'],
    ['7'],
    ['"user"'],
    ['{"no":"type"}'],
    ['{"type":7}'],
    ['\u0000'],
    ['<html>'],
  ])('calls %j malformed and keeps it', (raw) => {
    const line = parseLine(raw)
    expect(line).toMatchObject({ kind: 'malformed', raw })
    expect(line.kind === 'malformed' && line.problem).not.toBe('')
  })

  it.each([
    [{ type: 'text_delta', text: 'a' }],
    [{ type: 'thinking_delta', thinking: 'a' }],
    [{ type: 'input_json_delta', partial_json: '{' }],
    [{ type: 'signature_delta', signature: 'a' }],
    [{ type: 'citations_delta', citation: { title: 'a' } }],
    [{ type: 'delta_of_tomorrow', x: 1 }],
  ])('reads the delta %j', (delta) => {
    const value = {
      type: 'stream_event',
      event: { type: 'content_block_delta', index: 0, delta },
      session_id: 's',
      uuid: 'u',
    }
    expect(parse(value)).toMatchObject({ kind: 'message', message: value })
  })

  it('does not take a broken delta for a good one on the fast path', () => {
    const broken = {
      type: 'stream_event',
      event: { type: 'content_block_delta', index: '0', delta: { type: 'text_delta', text: 'a' } },
    }
    expect(parse(broken)).toMatchObject({ kind: 'unknown', reason: 'shape' })
    const untexted = {
      type: 'stream_event',
      event: { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 1 } },
    }
    expect(parse(untexted)).toMatchObject({ kind: 'unknown', reason: 'shape' })
  })
})
