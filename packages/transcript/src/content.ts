import type { ContentBlock, MessageOf } from '@quarterdeck/protocol/pure'
import type { UserEntry } from './entry.ts'

type Content = MessageOf<'user'>['message']['content']

export function toText(content: Content): string {
  if (typeof content === 'string') return content
  return content.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('\n')
}

export function toAttachments(content: Content): string[] {
  if (typeof content === 'string') return []
  const isShown = (block: ContentBlock) => block.type !== 'text' && block.type !== 'tool_result'
  return content.filter(isShown).map((block) => block.type)
}

const PASTE = /\[(?:Pasted text|Image) #\d+[^\]]*\]/g

/** What came with a prompt besides its words. */
export function addExtras(entry: UserEntry, message: MessageOf<'user'>): void {
  const attachments = toAttachments(message.message.content)
  if (attachments.length > 0) entry.attachments = attachments
  const references = entry.text.match(PASTE) ?? []
  const pastes = [...references, ...(message.inline_pastes ?? [])]
  if (pastes.length > 0) entry.pastes = [...new Set(pastes)]
}
