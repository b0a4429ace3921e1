import { describe, expect, it } from 'vitest'
import { compareShapes, isSame } from './compare-shapes.ts'

const line = (value: object) => JSON.stringify(value)
const TEXT = line({ type: 'assistant', message: { content: [{ type: 'text', text: 'a' }] } })
const INIT = line({ type: 'system', subtype: 'init', tools: ['Bash'] })

describe('compareShapes', () => {
  it('finds nothing where only values and their order differ', () => {
    const again = line({ message: { content: [{ text: 'b', type: 'text' }] }, type: 'assistant' })
    const difference = compareShapes([TEXT, INIT], [INIT, again, again])
    expect(difference).toEqual({ newMessages: [], goneMessages: [], newFields: [], goneFields: [] })
    expect(isSame(difference)).toBe(true)
  })

  it('finds messages by type, subtype, event and request', () => {
    const stop = line({ type: 'stream_event', event: { type: 'message_stop' } })
    const asked = line({ type: 'control_request', request_id: '1', request: { subtype: 'can_use_tool' } })
    const difference = compareShapes([INIT, stop], [stop, asked])
    expect(difference).toMatchObject({ newMessages: ['control_request/can_use_tool'], goneMessages: ['system/init'] })
    expect(isSame(difference)).toBe(false)
  })

  it('finds fields, and tells the topmost only', () => {
    const richer = line({ type: 'system', subtype: 'init', tools: [], plan: { name: 'x', steps: [{ done: true }] } })
    expect(compareShapes([INIT], [richer]).newFields).toEqual(['system/init: plan'])
    expect(compareShapes([richer], [INIT]).goneFields).toEqual(['system/init: plan'])
  })

  it('finds fields inside lists, by the type of the element', () => {
    const cited = line({ type: 'assistant', message: { content: [{ type: 'text', text: 'a', citations: [] }] } })
    expect(compareShapes([TEXT], [cited]).newFields).toEqual(['assistant: message.content[text].citations'])
    const thought = line({ type: 'assistant', message: { content: [{ type: 'thinking', text: 'a' }] } })
    expect(compareShapes([TEXT], [TEXT, thought]).newFields).toEqual([
      'assistant: message.content[thinking].text',
      'assistant: message.content[thinking].type',
    ])
  })

  it('takes ids, paths and models for keys of a map', () => {
    const toResult = (model: string) =>
      line({ type: 'result', subtype: 'success', modelUsage: { [model]: { costUSD: 1 } } })
    expect(isSame(compareShapes([toResult('claude-opus-5-5')], [toResult('claude-haiku-5-5')]))).toBe(true)
  })

  it('does not call a field new that only some lines have', () => {
    const bare = line({ type: 'system', subtype: 'init' })
    expect(isSame(compareShapes([bare, INIT], [INIT, bare]))).toBe(true)
    expect(compareShapes([INIT], [bare]).goneFields).toEqual(['system/init: tools'])
  })

  it('passes over what is no JSON object', () => {
    expect(isSame(compareShapes(['garbage', 'null', '[1]'], []))).toBe(true)
  })
})
