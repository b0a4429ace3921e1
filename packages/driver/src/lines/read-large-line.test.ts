import { describe, expect, it } from 'vitest'
import { type Frame, LineFramer } from './line-framer.ts'
import { readLargeLine } from './read-large-line.ts'

const WORKER = new URL('./large-line-worker.ts', import.meta.url)

describe('readLargeLine', () => {
  it('reads a line that came in pieces, and cuts its long texts', async () => {
    const frames: Frame[] = []
    const framer = new LineFramer((frame) => frames.push(frame))
    const line = Buffer.from(
      `${JSON.stringify({ type: 'user', uuid: 'u', content: [{ text: 'é'.repeat(3_000_000) }] })}\n`,
    )
    for (let at = 0; at < line.length; at += 65_536) framer.push(line.subarray(at, at + 65_536))
    const [frame] = frames
    if (frame?.kind !== 'line') throw new Error('There is no line')
    expect(frame.bytes.equals(line.subarray(0, -1))).toBe(true)
    expect(frame.bytes.buffer).toBeInstanceOf(SharedArrayBuffer)
    expect(await readLargeLine(frame.bytes, WORKER)).toEqual({
      ok: true,
      sketch: { type: 'user', uuid: 'u', content: [{ text: `${'é'.repeat(1024)}…` }] },
    })
  })

  it('says that a line is no JSON', async () => {
    expect(await readLargeLine(Buffer.from('{"a":'), WORKER)).toEqual({ ok: false, reason: 'It is no JSON.' })
  })

  it('says that a thread could not run', async () => {
    expect(await readLargeLine(Buffer.from('1'), new URL('./no-such-worker.ts', import.meta.url))).toMatchObject({
      ok: false,
    })
  })
})
