import { messageTable, parseLine } from '@quarterdeck/protocol'
import { describe, expect, it } from 'vitest'
import { type Checked, members } from './sdk-misfits.ts'

describe("the SDK's messages and ours", () => {
  it('have the same names, and the compiler has checked that theirs fit ours', () => {
    const checked: Checked[] = []
    expect(checked).toEqual([])
    expect(Object.keys(members).filter((name) => !Object.hasOwn(messageTable, name))).toEqual([])
  })

  it('agree on a search result, whose source is an address where that of an image is an object', () => {
    const found = { type: 'search_result', source: 'https://example.com', title: 'A page', content: [] }
    const content = [found, { type: 'tool_result', tool_use_id: 'x', content: [found] }]
    const line = parseLine(JSON.stringify({ type: 'user', message: { role: 'user', content } }))
    expect(line).toMatchObject({ kind: 'message', faults: [], message: { message: { content } } })
  })
})
