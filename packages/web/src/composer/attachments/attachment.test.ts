import { describe, expect, it } from 'vitest'
import { toContent } from '../../live/message-content.ts'
import { readAttachment } from './attachment.ts'

const noUpload = () => Promise.reject(new Error('not to be called'))

describe('what goes with a message', () => {
  it('is a picture as a block before the words', async () => {
    const image = await readAttachment(
      new File([new Uint8Array([1, 2, 255])], 'a.png', { type: 'image/png' }),
      noUpload,
    )
    expect(toContent('Look', [image])).toEqual([
      { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'AQL/' } },
      { type: 'text', text: 'Look' },
    ])
    expect(toContent('', [image])).toHaveLength(1)
  })

  it('is any other file by the path it was put at', async () => {
    const file = await readAttachment(new File(['x'], 'a.csv', { type: 'text/csv' }), async () => ({
      path: '/tmp/a.csv',
      where: 'temporary' as const,
    }))
    expect(toContent('Read this', [file])).toBe('Read this @/tmp/a.csv')
  })

  it('is nothing: then the words are sent as they are', () => {
    expect(toContent('Just words', [])).toBe('Just words')
  })

  it('is refused where it is too large, with its size', async () => {
    const large = new File([new Uint8Array(6 * 1024 * 1024)], 'big.png', { type: 'image/png' })
    await expect(readAttachment(large, noUpload)).rejects.toThrow(
      "'big.png' has 6.0 MB; a picture may have 5 MB at most.",
    )
  })
})
