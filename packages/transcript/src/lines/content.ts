import type { MessageOf } from '@quarterdeck/protocol/pure'
import type { UserEntry } from '../state/entry.ts'
import type { Writable } from '../state/writable.ts'

type Content = MessageOf<'user'>['message']['content']

export function toText(content: Content): string {
  if (typeof content === 'string') return content
  const texts: string[] = []
  for (const block of content) if (block.type === 'text') texts.push(block.text)
  return texts.length === 1 ? (texts[0] as string) : texts.join('\n')
}

export function toAttachments(content: Content): string[] {
  if (typeof content === 'string') return []
  const types: string[] = []
  for (const { type } of content) if (type !== 'text' && type !== 'tool_result') types.push(type)
  return types
}

/** References to pasted texts. `[Image #1]` is none: the message has the picture itself. */
const PASTE = /\[Pasted text #\d+[^\]]*\]/g

/** Adds the attachments and pasted texts of a prompt to its entry. */
export function addExtras(entry: Writable<UserEntry>, message: MessageOf<'user'>): void {
  const attachments = toAttachments(message.message.content)
  if (attachments.length > 0) entry.attachments = attachments
  const references = entry.text.includes('[') ? (entry.text.match(PASTE) ?? []) : []
  const { inline_pastes: inline = [] } = message
  if (references.length + inline.length > 0) entry.pastes = [...new Set([...references, ...inline])]
}
