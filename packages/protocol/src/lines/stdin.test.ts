import { describe, expect, it } from 'vitest'
import { InputBlock, stdinEntries, UserInput } from './stdin.ts'

describe('UserInput', () => {
  it.each([
    '{"type":"user","uuid":"5b0c8f3e-9d1b-4f9e-a4a4-5d2b1f0c8f3e","session_id":"","message":{"role":"user","content":[{"type":"text","text":"Hello"}]},"parent_tool_use_id":null,"origin":{"kind":"human"}}',
    '{"type":"user","message":{"role":"user","content":"/cost"}}',
    '{"type":"user","message":{"role":"user","content":"later"},"priority":"later","shouldQuery":false,"pasted_content":["long text"],"inline_pastes":["x"],"client_composed":true}',
  ])('reads %s', (line) => {
    expect(UserInput.parse(JSON.parse(line))).toEqual(JSON.parse(line))
  })

  it('refuses what would end the CLI', () => {
    expect(UserInput.safeParse({ type: 'user', message: { role: 'assistant', content: 'hi' } }).success).toBe(false)
    expect(UserInput.safeParse({ type: 'user', content: 'hi' }).success).toBe(false)
    expect(UserInput.safeParse({ type: 'user', message: { role: 'user' } }).success).toBe(false)
  })
})

describe('InputBlock', () => {
  it.each([
    { type: 'text', text: 'Look' },
    { type: 'image', source: { type: 'base64', media_type: 'image/webp', data: 'UklGRg==' } },
    { type: 'image', source: { type: 'url', url: 'https://example.org/a.png' } },
    { type: 'document', source: { type: 'base64', media_type: 'application/pdf', data: 'JVBERi0=' }, title: 'Paper' },
    { type: 'tool_result', tool_use_id: 'toolu_1', content: [{ type: 'text', text: 'done' }], is_error: false },
    { type: 'hologram', depth: 3 },
  ])('takes a block of type $type', (block) => {
    expect(InputBlock.parse(block)).toEqual(block)
  })

  it.each([
    [{ type: 'text' }, ['text']],
    [{ type: 'image', source: { type: 'base64', media_type: 'image/tiff', data: '' } }, ['source', 'media_type']],
    [{ type: 'image', source: { type: 'base64', media_type: 'image/png' } }, ['source', 'data']],
    [{ type: 'tool_result', content: 'x' }, ['tool_use_id']],
  ])('finds what is wrong in %j', (block, path) => {
    expect(InputBlock.safeParse(block).error?.issues[0]?.path).toEqual(path)
  })
})

describe('stdinEntries', () => {
  it('names each entry after the type it reads', () => {
    for (const [type, { schema, places }] of Object.entries(stdinEntries)) {
      expect(schema.shape.type.value).toBe(type)
      expect(places).toEqual(['stdin'])
    }
  })

  it('takes variables only as text', () => {
    const { schema } = stdinEntries.update_environment_variables
    expect(schema.safeParse({ type: 'update_environment_variables', variables: { A: '1' } }).success).toBe(true)
    expect(schema.safeParse({ type: 'update_environment_variables', variables: { A: 1 } }).success).toBe(false)
  })
})
