import type { SendMessage } from '@quarterdeck/contract'

/** A picture that goes with a message, as the API takes it. */
export interface ImageAttachment {
  kind: 'image'
  name: string
  type: string
  base64: string
}

/** A file that was put where Claude can read it. */
export interface FileAttachment {
  kind: 'file'
  name: string
  path: string
  /** Into which of the two it went, where that is known. */
  where?: 'project' | 'temporary'
}

/** Where a file was put, as the server says it. */
export type PutFile = Pick<FileAttachment, 'path' | 'where'>

export type Attachment = ImageAttachment | FileAttachment

export type MessageContent = SendMessage['content']

/** The message as it is sent: words alone as text; with pictures, as blocks; files as `@` paths behind the words. */
export function toContent(text: string, attachments: readonly Attachment[]): MessageContent {
  const paths = attachments.flatMap((each) => (each.kind === 'file' ? [toMention(each.path)] : []))
  const words = [text.trimEnd(), ...paths].filter((part) => part !== '').join(' ')
  const images = attachments.flatMap((each) => (each.kind === 'image' ? [toBlock(each)] : []))
  if (images.length === 0) return words
  return [...images, ...(words === '' ? [] : [{ type: 'text' as const, text: words }])]
}

/** What a message was made of, as far as it can be changed again. Files stay as paths in the words. */
export function fromContent(content: MessageContent): { words: string; images: ImageAttachment[] } {
  if (typeof content === 'string') return { words: content, images: [] }
  const images = content.flatMap((block): ImageAttachment[] => {
    if (block.type !== 'image' || block.source.type !== 'base64') return []
    return [{ kind: 'image', name: 'Picture', type: block.source.media_type, base64: block.source.data }]
  })
  return { words: content.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('\n'), images }
}

/** The CLI reads a path up to the first space, unless it is quoted. */
export function toMention(path: string): string {
  return /\s/.test(path) ? `@"${path}"` : `@${path}`
}

function toBlock({ type, base64 }: ImageAttachment) {
  return { type: 'image' as const, source: { type: 'base64' as const, media_type: type, data: base64 } }
}
