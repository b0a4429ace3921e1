import { afterEach, describe, expect, it } from 'vitest'
import type { PutFile } from '../../live/message-content.ts'
import { attachFiles, cancelAttaching } from './attach-files.ts'
import { attachmentDrafts, noAttachments } from './attachment-drafts.ts'

const text = (name: string) => new File(['x'], name, { type: 'text/plain' })

/** Files go when the test says so. */
function openServer() {
  const going: { name: string; signal: AbortSignal; put: (file: PutFile) => void; fail: (error: Error) => void }[] = []
  const takenBack: string[] = []
  return {
    going,
    takenBack,
    upload: ({ name }: File, signal: AbortSignal) =>
      new Promise<PutFile>((put, fail) => going.push({ name, signal, put, fail })),
    async takeBack(path: string) {
      takenBack.push(path)
    },
  }
}
const settled = () => new Promise<void>((resolve) => setImmediate(resolve))
const draftOf = (sessionId: string) => attachmentDrafts.getState()[sessionId] ?? noAttachments

describe('files that are attached', () => {
  afterEach(() => attachmentDrafts.setState({}, true))

  it('go one after another, and one that fails says why and holds up none', async () => {
    const server = openServer()
    const done = attachFiles('one', [text('a.txt'), text('b.txt')], server)
    expect(draftOf('one').loading).toBe(2)
    server.going[0]?.fail(new Error('No room.'))
    await settled()
    expect(draftOf('one')).toEqual({ attachments: [], loading: 1, problem: 'No room.' })
    server.going[1]?.put({ path: '/b.txt' })
    await done
    expect(draftOf('one')).toEqual({
      attachments: [{ kind: 'file', name: 'b.txt', path: '/b.txt' }],
      loading: 0,
      problem: 'No room.',
    })
  })

  it('and hang are cancelled at once, all that are on their way, and what is there stays', async () => {
    const server = openServer()
    const first = attachFiles('two', [text('a.txt')], server)
    server.going[0]?.put({ path: '/a.txt' })
    await first
    const both = [
      attachFiles('two', [text('b.txt'), text('c.txt')], server),
      attachFiles('two', [text('d.txt')], server),
    ]
    expect(draftOf('two').loading).toBe(3)
    cancelAttaching('two')
    const there = { attachments: [{ kind: 'file', name: 'a.txt', path: '/a.txt' }], loading: 0, problem: null }
    expect(draftOf('two')).toEqual(there)
    const [, second, third] = server.going
    expect([second?.signal.aborted, third?.signal.aborted]).toEqual([true, true])
    // One of them has arrived all the same: nobody would take it away any more.
    second?.put({ path: '/b.txt' })
    third?.fail(new Error('aborted'))
    await Promise.all(both)
    expect(draftOf('two')).toEqual(there)
    expect(server.takenBack).toEqual(['/b.txt'])
    expect(server.going.map(({ name }) => name)).toEqual(['a.txt', 'b.txt', 'd.txt'])
  })

  it('after others were cancelled are attached as ever, and those of another session are not touched', async () => {
    const server = openServer()
    const other = attachFiles('four', [text('other.txt')], server)
    void attachFiles('three', [text('a.txt')], server)
    cancelAttaching('three')
    const next = attachFiles('three', [text('b.txt')], server)
    server.going[0]?.put({ path: '/other.txt' })
    server.going[2]?.put({ path: '/b.txt' })
    await Promise.all([other, next])
    expect(draftOf('four').attachments).toHaveLength(1)
    expect(draftOf('three')).toMatchObject({ attachments: [{ path: '/b.txt' }], loading: 0 })
  })
})
