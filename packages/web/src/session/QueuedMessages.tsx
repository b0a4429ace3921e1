import type { SessionState } from '@quarterdeck/transcript'

/** What was sent and waits for the turn to end. */
export function QueuedMessages({ messages }: { messages: SessionState['queue'] }) {
  if (messages.length === 0) return null
  return (
    <ul className="queued quiet" aria-label="Queued messages">
      {messages.map((message) => (
        <li key={message.uuid}>{toText(message.content)}</li>
      ))}
    </ul>
  )
}

function toText(content: unknown): string {
  if (typeof content === 'string') return content
  const blocks = Array.isArray(content) ? (content as { text?: unknown }[]) : []
  return blocks.flatMap((block) => (typeof block?.text === 'string' ? [block.text] : [])).join('\n')
}
