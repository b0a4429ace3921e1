import { describe, expect, it } from 'vitest'
import type { LinkEvent } from '../session-link.ts'
import { attachSession } from './attach-session.ts'
import { FakeLink } from './fixtures/fake-link.ts'

/** Tells what it has only when it is let, as a socket does. */
class LateLink extends FakeLink {
  tell: () => void = () => undefined

  override follow(after: number, listener: (event: LinkEvent) => void): () => void {
    this.tell = () => super.follow(after, listener)
    return () => undefined
  }
}

describe('a session that is attached to', () => {
  it('is given once all that was there has been told', async () => {
    const link = new LateLink()
    link.start()
    const request = { subtype: 'can_use_tool', tool_name: 'Bash', input: {}, tool_use_id: 'use' }
    link.cli({ type: 'control_request', request_id: 'r1', request })
    const attaching = attachSession(link)
    setImmediate(() => link.tell())
    const session = await attaching
    expect(session.id).toBe('one')
    expect(session.open.map(({ requestId }) => requestId)).toEqual(['r1'])
    expect(session.liveness.state).toBe('awaiting approval')
  })

  it('is refused where the keeper hangs up before', async () => {
    const link = new LateLink()
    link.break()
    await expect(attachSession(link)).rejects.toMatchObject({ code: 'keeper_lost' })
  })
})
