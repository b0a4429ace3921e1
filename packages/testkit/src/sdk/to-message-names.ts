import type { SDKMessage } from '@anthropic-ai/claude-agent-sdk'

/** What a player and a real CLI may say differently in the same turn, and why that is no fault. */
export const LEGITIMATE_DIFFERENCES: readonly { name: string; versions?: readonly string[]; why: string }[] = [
  {
    name: 'system thinking_tokens',
    why: 'an estimate that the newer CLI gives while the model thinks, at a pace of its own; the player gives none',
  },
  {
    name: 'system status',
    versions: ['2.1.38'],
    why: 'the older CLI does not tell that it asks the model; the player speaks like the newer one',
  },
]

/**
 * The names of messages in their order. Pieces of a text count as one, since how long a piece is is nobody's promise, and events
 * of the model's stream stand apart: a CLI may ask for leave, or run a tool, before the stream has said that it is over.
 */
export function toMessageNames(
  messages: readonly SDKMessage[],
  version?: string,
): { messages: string[]; events: string[] } {
  const left = LEGITIMATE_DIFFERENCES.filter(
    ({ versions }) => version === undefined || (versions?.includes(version) ?? true),
  )
  const dropped = new Set(left.map(({ name }) => name))
  const names = messages.map(toName).filter((name) => !dropped.has(name))
  const isEvent = (name: string) => name.startsWith('stream_event')
  return {
    messages: names.filter((name) => !isEvent(name)),
    events: names.filter(isEvent).filter((name, index, all) => name !== all[index - 1]),
  }
}

function toName(message: SDKMessage): string {
  if (message.type === 'assistant') return `assistant ${message.message.content.map(({ type }) => type).join(' ')}`
  if (message.type === 'user') return `user ${toContentTypes(message.message.content)}`
  if (message.type === 'stream_event') return `stream_event ${message.event.type}`
  return 'subtype' in message ? `${message.type} ${message.subtype}` : message.type
}

function toContentTypes(content: unknown): string {
  return Array.isArray(content) ? content.map(({ type }) => type).join(' ') : 'text'
}
