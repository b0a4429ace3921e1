import type { MessageOf } from '@quarterdeck/protocol/pure'
import type { UserEntry } from '../state/entry.ts'

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

/** Not `[Image #1]`: the picture is in the message itself. */
const PASTE = /\[Pasted text #\d+[^\]]*\]/g

/** What came with a prompt besides its words. */
export function addExtras(entry: UserEntry, message: MessageOf<'user'>): void {
  const attachments = toAttachments(message.message.content)
  if (attachments.length > 0) entry.attachments = attachments
  const references = entry.text.includes('[') ? (entry.text.match(PASTE) ?? []) : []
  const { inline_pastes: inline = [] } = message
  if (references.length + inline.length > 0) entry.pastes = [...new Set([...references, ...inline])]
}
