import { describe, expect, it } from 'vitest'
import { toPictures } from './to-pictures.ts'

const picture = (media_type: string, data: unknown = 'AAAA') => ({
  type: 'image',
  source: { type: 'base64', media_type, data },
})
const words = { type: 'text', text: 'Look.' }

describe('the pictures of a message', () => {
  it('are found in a prompt, and in one that was sent during a turn', () => {
    const png = { type: 'image/png', base64: 'AAAA' }
    expect(toPictures({ message: { content: [words, picture('image/png')] } })).toEqual({ images: [png], others: 0 })
    const queued = { type: 'attachment', attachment: { type: 'queued_command', prompt: [words, picture('image/png')] } }
    expect(toPictures(queued)).toEqual({ images: [png], others: 0 })
  })

  it('are drawn only where they are pictures and nothing else', () => {
    const content = [picture('image/svg+xml'), picture('image/webp', 7), picture('image/gif'), { type: 'image' }, null]
    expect(toPictures({ message: { content } })).toEqual({ images: [{ type: 'image/gif', base64: 'AAAA' }], others: 3 })
    expect(toPictures({ message: { content: 'Only words.' } })).toEqual({ images: [], others: 0 })
    expect(toPictures(null)).toEqual({ images: [], others: 0 })
  })
})
