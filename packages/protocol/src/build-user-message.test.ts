import { describe, expect, it } from 'vitest'
import { toUserMessage } from './build-user-message.ts'
import { UserInput } from './lines/stdin.ts'

describe('toUserMessage', () => {
  it('writes the line that both CLIs took, stamped as a person’s', () => {
    const line = toUserMessage({ content: [{ type: 'text', text: 'Hello' }], uuid: 'u1' })
    expect(line).toEqual({
      type: 'user',
      session_id: '',
      message: { role: 'user', content: [{ type: 'text', text: 'Hello' }] },
      parent_tool_use_id: null,
      uuid: 'u1',
      origin: { kind: 'human' },
    })
    expect(UserInput.safeParse(line).success).toBe(true)
  })

  it('passes a priority only where there is one', () => {
    expect(toUserMessage({ content: 'stop that', uuid: 'u1', priority: 'now' }).priority).toBe('now')
    expect(toUserMessage({ content: 'hi', uuid: 'u1' })).not.toHaveProperty('priority')
  })
})
