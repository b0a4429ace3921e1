import { describe, expect, it } from 'vitest'
import { type LineKind, toLineKind } from './line-kind.ts'

const envelope = { parentUuid: 'a', isSidechain: false, cwd: '/p' }
const result = { tool_use_id: 'toolu_1', type: 'tool_result', content: 'x'.repeat(2000) }
const answer = { id: 'msg_1', type: 'message', role: 'assistant', content: [{ type: 'text', text: 'Hi.' }] }

function kindOf(line: object): LineKind {
  // Others stand around it, and must not be looked at.
  const before = Buffer.from('{"type":"system"}\n')
  const bytes = Buffer.concat([before, Buffer.from(`${JSON.stringify(line)}\n{"type":"tool_result"}`)])
  return toLineKind(bytes, before.length, bytes.lastIndexOf(10))
}

describe('toLineKind', () => {
  it.each<[string, LineKind, object]>([
    ['an answer, its type behind its message', 'answer', { ...envelope, message: answer, type: 'assistant' }],
    ['an answer, its type in front', 'answer', { type: 'assistant', ...envelope, message: answer }],
    ['a prompt', 'user', { ...envelope, type: 'user', message: { role: 'user', content: 'tell me' } }],
    [
      'a prompt in blocks',
      'user',
      { ...envelope, type: 'user', message: { role: 'user', content: [{ type: 'text', text: 'a' }, result] } },
    ],
    ['a result', 'result', { ...envelope, type: 'user', message: { role: 'user', content: [result] } }],
    ['what the CLI notes', 'other', { type: 'custom-title', customTitle: '"type":"assistant"' }],
    ['words about types', 'other', { ...envelope, type: 'system', content: '{"type":"assistant"}' }],
    ['what may hold what an agent said', 'unknown', { ...envelope, type: 'progress', data: { message: answer } }],
    ['a type inside of something', 'unknown', { origin: { type: 'user' }, type: 'system' }],
    ['no type at all', 'unknown', { a: 1 }],
  ])('takes for what it is: %s', (_name, kind, line) => {
    expect(kindOf(line)).toBe(kind)
  })
})
