import type { LiveRecord } from '@quarterdeck/contract'
import { describe, expect, it } from 'vitest'
import { SessionFold } from './session-fold.ts'

let seq = 0
const record = (message: object): LiveRecord => {
  seq += 1
  return { seq, at: '2026-01-01T00:00:00.000Z', from: 'cli', message: { uuid: `u${seq}`, ...message } } as LiveRecord
}
const said = (id: string, text: string) => ({
  type: 'assistant',
  message: { id, role: 'assistant', content: [{ type: 'text', text }] },
})
const piece = (event: object) => record({ type: 'stream_event', event })
const letters = (count: number) =>
  Array.from({ length: count }, () =>
    piece({ type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'x' } }),
  )
const older = (count: number) =>
  Array.from({ length: count }, (_, at) => ({
    ...said(`o${at}`, `Older ${at}.`),
    uuid: `o${at}`,
    parentUuid: at === 0 ? null : `o${at - 1}`,
  }))
const lastOf = (fold: SessionFold) => fold.rows.map((row) => ('text' in row ? row.text : row.kind)).at(-1)

describe('older messages', () => {
  it('go before what comes while they are folded, also where that is so much that the pieces of it are forgotten', async () => {
    const fold = new SessionFold()
    fold.add([piece({ type: 'message_start', message: { id: 'm' } })])
    fold.add([piece({ type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } })])
    fold.add(letters(300))
    let pauses = 0
    await fold.prepend(older(1800), async () => {
      pauses += 1
      if (pauses > 1) return
      fold.add([...letters(3000), record(said('m', 'The newest.')), piece({ type: 'message_stop' })])
      expect(lastOf(fold)).toBe('The newest.')
    })
    expect(pauses).toBeGreaterThan(0)
    expect(lastOf(fold)).toBe('The newest.')
    expect(fold.rows).toHaveLength(1801)
  })
})
