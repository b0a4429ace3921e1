import { messageTable, parseLine } from '@quarterdeck/protocol'
import { describe, expect, it } from 'vitest'
import { assistantBlocks, deltas, members, misfits, NARROWED, unnamed, userBlocks } from './sdk-misfits.ts'

/** That the lists are complete and hold nothing too much is checked by the compiler; here, that what is in them does no harm. */
describe("the SDK's messages and ours", () => {
  it('have the same names', () => {
    expect(Object.keys(members).filter((name) => !Object.hasOwn(messageTable, name))).toEqual([])
  })

  it.each(Object.keys(assistantBlocks))('a block of type %s passes, though we do not know it', (type) => {
    const content = [{ type, tool_use_id: 'x', content: { any: 1 } }]
    expectToPass({ type: 'assistant', message: { role: 'assistant', content } })
    expectToPass({ type: 'stream_event', event: { type: 'content_block_start', index: 0, content_block: content[0] } })
  })

  it('a search result passes in a prompt, and is kept raw in a tool result, where our type does not fit it', () => {
    const found = { type: 'search_result', source: 'https://example.com', title: 'A page', content: [] }
    expectToPass({ type: 'user', message: { role: 'user', content: [found] } })
    const content = [{ type: 'tool_result', tool_use_id: 'x', content: [found] }]
    const line = parseLine(JSON.stringify({ type: 'user', message: { role: 'user', content } }))
    expect(line).toMatchObject({ kind: 'unknown', reason: 'shape' })
    expect(Object.keys(userBlocks)).toEqual(['search_result', 'tool_result'])
  })

  it.each(Object.keys(deltas))('a delta of type %s passes, though we do not know it', (type) => {
    expectToPass({
      type: 'stream_event',
      event: { type: 'content_block_delta', index: 0, delta: { type, content: 'x' } },
    })
  })

  it('fields that our types say never of are there all the same', () => {
    const narrowed = Object.entries(misfits).filter(([, why]) => why === NARROWED)
    for (const [place] of narrowed) {
      const [name, field] = place.split(': ') as [string, string]
      const [type, subtype] = name.split('/')
      const models = { original_model: 'a', fallback_model: 'b' }
      const line = expectToPass({ type, subtype, tools: [], model: 'm', ...models, [field]: 'kept' })
      expect(line.message).toHaveProperty(field, 'kept')
    }
    expect(narrowed).toHaveLength(5)
  })

  it('fields that we do not name are there all the same', () => {
    const fields = Object.fromEntries(Object.keys(unnamed).map((place) => [place.split(': ')[1], 1]))
    const { message } = expectToPass({ type: 'result', subtype: 'success', is_error: false, ...fields })
    expect(message).toMatchObject(fields)
  })
})

function expectToPass(message: object) {
  const line = parseLine(JSON.stringify(message))
  expect(line).toMatchObject({ kind: 'message', faults: [] })
  return line as Extract<typeof line, { kind: 'message' }>
}
