import type { InputBlock, UserInput } from './lines/stdin.ts'

/**
 * The line that sends a prompt. The origin says that a person typed it, without which newer CLIs trust it less; the uuid
 * comes back on the echo, the result and the queue's events, and keeps a repeated line from running twice.
 */
export function toUserMessage(prompt: {
  content: string | InputBlock[]
  uuid: string
  priority?: 'now' | 'next' | 'later'
}): UserInput {
  return {
    type: 'user',
    session_id: '',
    message: { role: 'user', content: prompt.content },
    parent_tool_use_id: null,
    uuid: prompt.uuid,
    origin: { kind: 'human' },
    ...(prompt.priority === undefined ? {} : { priority: prompt.priority }),
  }
}
