import { type ImageData, toImage } from '../../tools/ImageView.tsx'
import { fieldOf, listOf, textOf } from '../../tools/read-field.ts'

export interface Pictures {
  images: readonly ImageData[]
  /** How many cannot be drawn. */
  others: number
}

/** The pictures of a message as the CLI wrote it; of one that was sent during a turn they stand in the prompt that waited. */
export function toPictures(message: unknown): Pictures {
  const blocks = [
    ...listOf(fieldOf(message, 'message'), 'content'),
    ...listOf(fieldOf(message, 'attachment'), 'prompt'),
  ]
  const found = blocks
    .filter((block) => textOf(block, 'type') === 'image')
    .map((block) => {
      const source = fieldOf(block, 'source')
      return toImage(fieldOf(source, 'media_type'), fieldOf(source, 'data'))
    })
  const images = found.filter((image) => image !== null)
  return { images, others: found.length - images.length }
}
