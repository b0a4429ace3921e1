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
/** The API takes no larger picture. */
const MAX_IMAGE_BYTES = 5 * 1024 * 1024

/** A picture by its bytes, anything else by a path that `upload` gives it. Throws with a sentence for the person. */
export async function readAttachment(file: File, upload: (file: File) => Promise<string>): Promise<Attachment> {
  if (!IMAGE_TYPES.includes(file.type)) return { kind: 'file', name: file.name, path: await upload(file) }
  if (file.size > MAX_IMAGE_BYTES)
    throw new Error(`'${file.name}' has ${(file.size / 1024 / 1024).toFixed(1)} MB; a picture may have 5 MB at most.`)
  return { kind: 'image', name: file.name, type: file.type, base64: toBase64(new Uint8Array(await file.arrayBuffer())) }
}

function toBase64(bytes: Uint8Array): string {
  let binary = ''
  for (const byte of bytes) binary += String.fromCharCode(byte)
  return btoa(binary)
}

export type MessageContent = string | { type: string; [field: string]: unknown }[]

/** The message as it is sent: words alone as text; with pictures, as blocks; files as `@` paths behind the words. */
export function toContent(text: string, attachments: readonly Attachment[]): MessageContent {
  const paths = attachments.flatMap((each) => (each.kind === 'file' ? [`@${each.path}`] : []))
  const words = [text.trimEnd(), ...paths].filter((part) => part !== '').join(' ')
  const images = attachments.flatMap((each) => (each.kind === 'image' ? [toBlock(each)] : []))
  if (images.length === 0) return words
  return [...images, ...(words === '' ? [] : [{ type: 'text', text: words }])]
}

function toBlock({ type, base64 }: ImageAttachment) {
  return { type: 'image', source: { type: 'base64', media_type: type, data: base64 } }
}
