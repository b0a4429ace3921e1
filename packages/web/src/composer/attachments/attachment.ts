import type { Attachment, PutFile } from '../../live/message-content.ts'

const IMAGE_TYPES = ['image/png', 'image/jpeg', 'image/gif', 'image/webp']
/** The API takes no larger picture, and the server no larger file. */
const MAX_IMAGE_BYTES = 5 * 1024 * 1024
const MAX_FILE_BYTES = 10 * 1024 * 1024

/** The files that can be attached, in one sentence. */
export function toAttachHint(attachTo: 'project' | 'temporary'): string {
  const where = attachTo === 'project' ? '.quarterdeck/uploads in the project' : 'a temporary folder'
  return `Attach pictures (PNG, JPEG, GIF, WebP, 5 MB each at most) or other files (10 MB, put into ${where})`
}

/** A picture by its bytes, anything else by a path that `upload` gives it. Throws with a sentence for the person. */
export async function readAttachment(file: File, upload: (file: File) => Promise<PutFile>): Promise<Attachment> {
  const isImage = IMAGE_TYPES.includes(file.type)
  const most = isImage ? MAX_IMAGE_BYTES : MAX_FILE_BYTES
  if (file.size > most)
    throw new Error(
      `'${file.name}' has ${toMegabytes(file.size)} MB; a ${isImage ? 'picture' : 'file'} may have ${most / 1024 / 1024} MB at most.`,
    )
  if (!isImage) return { kind: 'file', name: file.name, ...(await upload(file)) }
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
