import { describe, expect, it } from 'vitest'
import { SessionFeed } from './session-feed.ts'

const user = (uuid: string, text: string) => ({ type: 'user', uuid, message: { role: 'user', content: text } })
/** As it stands in a transcript. */
const line = (uuid: string, parentUuid: string | null, text: string) => ({
  ...user(uuid, text),
  parentUuid,
  sessionId: 's',
  timestamp: '2026-01-01T00:00:00.000Z',
})
const record = (seq: number, message: unknown) => ({
  seq,
  at: '2026-01-01T00:00:00.000Z',
  from: 'cli' as const,
  message,
})
const texts = (feed: SessionFeed) => feed.draw().rows.flatMap((row) => (row.kind === 'user' ? [row.entry.text] : []))

function openFeed() {
  const feed = new SessionFeed('s')
  feed.hear({ frame: 1, type: 'opened', sessionId: 's', epoch: 'e', after: 4, isAnew: true, hasOlder: true })
  const records = [record(5, user('c', 'third')), record(6, user('d', 'fourth'))]
  feed.hear({ frame: 2, type: 'records', sessionId: 's', records })
  feed.hear({ frame: 3, type: 'caught_up', sessionId: 's', seq: 6 })
  return feed
}

describe('a session as it is told', () => {
  it('is what was told, and goes on behind it', () => {
    const feed = openFeed()
    expect(texts(feed)).toEqual(['third', 'fourth'])
    expect(feed.picture).toMatchObject({ isCaughtUp: true, hasOlder: true })
    expect(feed.cursor).toEqual({ sessionId: 's', tail: 200, epoch: 'e', after: 6 })
  })

  it('counts nothing twice when it is told again after a lost connection', () => {
    const feed = openFeed()
    feed.hear({ frame: 1, type: 'opened', sessionId: 's', epoch: 'e', after: 6, isAnew: false, hasOlder: true })
    feed.hear({
      frame: 2,
      type: 'records',
      sessionId: 's',
      records: [record(6, user('d', 'fourth')), record(7, user('e', 'fifth'))],
    })
    expect(texts(feed)).toEqual(['third', 'fourth', 'fifth'])
  })

  it('begins anew where the numbers are others, and shows the old picture until then', () => {
    const feed = openFeed()
    feed.draw()
    feed.hear({ frame: 1, type: 'opened', sessionId: 's', epoch: 'f', after: 0, isAnew: true, hasOlder: false })
    expect(feed.picture.rows).toHaveLength(2)
    feed.hear({ frame: 2, type: 'records', sessionId: 's', records: [record(1, user('x', 'another'))] })
    expect(texts(feed)).toEqual(['another'])
  })

  it('puts older messages before what is shown, whose rows keep their keys', () => {
    const feed = openFeed()
    const before = feed.draw().rows.map((row) => row.key)
    expect(feed.oldest).toBe('c')
    feed.prepend([line('a', null, 'first'), line('b', 'a', 'second')], false)
    expect(texts(feed)).toEqual(['first', 'second', 'third', 'fourth'])
    expect(feed.picture.rows.map((row) => row.key).slice(-2)).toEqual(before.slice(-2))
    expect(feed.oldest).toBe('a')
    feed.hear({ frame: 4, type: 'records', sessionId: 's', records: [record(7, user('e', 'fifth'))] })
    expect(texts(feed).at(-1)).toBe('fifth')
  })

  it('takes from the server what only the whole session tells', () => {
    const feed = openFeed()
    feed.hear({ frame: 4, type: 'facts', sessionId: 's', facts: { turnCount: 40, status: 'idle' } })
    expect(feed.draw().overview.turnCount).toBe(40)
  })

  it('says why it cannot be shown', () => {
    const feed = new SessionFeed('s')
    feed.hear({
      frame: 1,
      type: 'error',
      sessionId: 's',
      error: { code: 'not_found', message: 'There is no session.' },
    })
    expect(feed.draw().error).toMatchObject({ code: 'not_found' })
  })
})
