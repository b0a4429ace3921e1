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
}

export type Attachment = ImageAttachment | FileAttachment

const IMAGE_TYPES = ['image/png', 'image/jpeg', 'image/gif', 'image/webp']
/** The API takes no larger picture, and the server no larger file. */
const MAX_IMAGE_BYTES = 5 * 1024 * 1024
const MAX_FILE_BYTES = 10 * 1024 * 1024

/** What can be attached, in one sentence. */
export const ATTACH_HINT =
  'Attach pictures (PNG, JPEG, GIF, WebP, 5 MB each at most) or other files (10 MB, put into the project folder)'

/** A picture by its bytes, anything else by a path that `upload` gives it. Throws with a sentence for the person. */
export async function readAttachment(file: File, upload: (file: File) => Promise<string>): Promise<Attachment> {
  const isImage = IMAGE_TYPES.includes(file.type)
  const most = isImage ? MAX_IMAGE_BYTES : MAX_FILE_BYTES
  if (file.size > most)
    throw new Error(
      `'${file.name}' has ${toMegabytes(file.size)} MB; a ${isImage ? 'picture' : 'file'} may have ${most / 1024 / 1024} MB at most.`,
    )
  if (!isImage) return { kind: 'file', name: file.name, path: await upload(file) }
  return { kind: 'image', name: file.name, type: file.type, base64: toBase64(new Uint8Array(await file.arrayBuffer())) }
}

function toMegabytes(bytes: number): string {
  return (bytes / 1024 / 1024).toFixed(1)
}

function toBase64(bytes: Uint8Array): string {
  let binary = ''
  for (const byte of bytes) binary += String.fromCharCode(byte)
  return btoa(binary)
}

export type MessageContent = string | { type: string; [field: string]: unknown }[]

/** The message as it is sent: words alone as text; with pictures, as blocks; files as `@` paths behind the words. */
export function toContent(text: string, attachments: readonly Attachment[]): MessageContent {
  const paths = attachments.flatMap((each) => (each.kind === 'file' ? [toMention(each.path)] : []))
  const words = [text.trimEnd(), ...paths].filter((part) => part !== '').join(' ')
  const images = attachments.flatMap((each) => (each.kind === 'image' ? [toBlock(each)] : []))
  if (images.length === 0) return words
  return [...images, ...(words === '' ? [] : [{ type: 'text', text: words }])]
}

/** What a message was made of, as far as it can be changed again. Files stay as paths in the words. */
export function fromContent(content: MessageContent): { words: string; images: ImageAttachment[] } {
  if (typeof content === 'string') return { words: content, images: [] }
  const images = content.flatMap((block): ImageAttachment[] => {
    const { media_type: type = '', data: base64 = '' } = (block.source ?? {}) as { media_type?: string; data?: string }
    return block.type === 'image' ? [{ kind: 'image', name: 'Picture', type, base64 }] : []
  })
  return { words: content.flatMap(({ type, text }) => (type === 'text' ? [String(text)] : [])).join('\n'), images }
}

/** The CLI reads a path up to the first space, unless it is quoted. */
export function toMention(path: string): string {
  return /\s/.test(path) ? `@"${path}"` : `@${path}`
}

function toBlock({ type, base64 }: ImageAttachment) {
  return { type: 'image', source: { type: 'base64', media_type: type, data: base64 } }
}
