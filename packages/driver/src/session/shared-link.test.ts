import { describe, expect, it } from 'vitest'
import type { LinkEvent } from '../session-link.ts'
import { FakeLink } from './fixtures/fake-link.ts'
import { SharedLink } from './shared-link.ts'

function toWords(event: LinkEvent): string | number {
  return event.kind === 'record' ? event.record.seq : event.kind
}

describe('a link that several follow', () => {
  it('tells each what it asked for, whenever it comes', () => {
    const link = new FakeLink()
    link.cli({ type: 'one' })
    const shared = new SharedLink(link)
    link.cli({ type: 'two' })
    const [first, second]: (string | number)[][] = [[], []]
    shared.follow(0, (event) => first?.push(toWords(event)))
    const stop = shared.follow(1, (event) => second?.push(toWords(event)))
    link.cli({ type: 'three' })
    stop()
    link.cli({ type: 'four' })
    expect(first).toEqual([1, 2, 'caught_up', 3, 4])
    expect(second).toEqual([2, 'caught_up', 3])
  })

  it('does not repeat the pieces of a message that is complete', () => {
    const link = new FakeLink()
    const shared = new SharedLink(link)
    const toPiece = (type: string) => link.cli({ type: 'stream_event', parent_tool_use_id: null, event: { type } })
    for (const type of ['message_start', 'content_block_delta', 'content_block_delta', 'message_stop']) toPiece(type)
    const heard: (string | number)[] = []
    shared.follow(0, (event) => heard.push(toWords(event)))
    expect(heard).not.toContain(2)
    expect(heard).not.toContain(3)
  })

  it('says what is missing to whoever asks for it', () => {
    const link = new FakeLink()
    link.droppedThrough = 5
    const shared = new SharedLink(link)
    const heard: (string | number)[] = []
    shared.follow(0, (event) => heard.push(toWords(event)))
    shared.follow(5, (event) => heard.push(toWords(event)))
    expect(heard).toEqual(['gap', 'caught_up', 'caught_up'])
  })
})
