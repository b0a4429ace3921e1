import type { LiveRecord } from '@quarterdeck/contract'
import { CLI_VERSIONS } from '@quarterdeck/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PageClient, toPicture } from '../../../faults/page-client.ts'
import { PageStage } from '../../stages/page-stage.ts'

/** A page's end of the live connection that notes every record it was told, over all its connections. */
class Listener {
  readonly client: PageClient
  readonly told = new Map<string, number[]>()
  /** How often it was to begin anew, or missed something. */
  losses = 0
  welcomes = 0

  constructor(server: () => { url: string; token: string }, sessionIds: readonly string[]) {
    this.client = new PageClient(server)
    this.client.alter = (text) => {
      const frame = JSON.parse(text) as { type: string; sessionId: string; records: LiveRecord[]; isAnew?: boolean }
      if (frame.type === 'welcome') this.welcomes += 1
      if (frame.type === 'gap' || (frame.type === 'opened' && frame.isAnew && this.welcomes > 1)) this.losses += 1
      if (frame.type === 'records')
        this.told.set(frame.sessionId, [...this.seqs(frame.sessionId), ...frame.records.map(({ seq }) => seq)])
      return [text]
    }
    for (const sessionId of sessionIds) this.client.live.openSession(sessionId)
  }

  seqs(sessionId: string): readonly number[] {
    return this.told.get(sessionId) ?? []
  }

  state(sessionId: string) {
    return this.client.session(sessionId)?.state
  }
}

describe.each(CLI_VERSIONS)('a server that is started again in the middle of everything, on the CLI %s', (version) => {
  let stage: PageStage
  let asking: string
  let writing: string
  let listeners: Listener[]
  beforeAll(async () => {
    stage = await PageStage.set(version)
  })
  afterAll(async () => {
    for (const { client } of listeners ?? []) client.close()
    await stage?.clear()
  })

  const card = () => stage.page.getByRole('group', { name: 'Approval: Bash' })
  const articles = () => stage.transcript.getByRole('article').allTextContents()

  it('finds two sockets and a page there again, each behind what it had', async () => {
    const { hub } = stage
    hub.model.script('Make a file.', [
      { text: 'I will make it.', tools: [{ name: 'Bash', input: { command: 'touch made.txt' } }] },
      { text: 'It is made.' },
    ])
    const words = Array.from({ length: 60 }, (_, at) => `word${at}`).join(' ')
    hub.model.script('Write much.', [{ text: words, holdAfterDeltas: 20 }])
    asking = await hub.begin({ prompt: 'Make a file.' })
    await hub.until(async () => (await hub.inbox()).length === 1)
    writing = await hub.begin({ prompt: 'Write much.' })
    await hub.model.holding()
    listeners = [0, 1].map(() => new Listener(() => hub.server, [asking, writing]))
    for (const listener of listeners)
      await hub.until(() => listener.state(asking)?.approvals.length === 1 && listener.seqs(writing).length > 0)
    await stage.show(asking)
    await card().waitFor()

    const { port } = new URL(hub.server.url)
    expect(await hub.server.stop()).toMatchObject({ code: 0, output: expect.stringContaining('2 sessions run on') })
    await stage.isStatus('disconnected')
    // Its keeper hears the rest of it while there is no server.
    hub.model.release()
    await hub.start('--port', port)
    for (const listener of listeners) await hub.until(() => listener.state(writing)?.status === 'idle')
    await stage.isStatus('awaiting approval')
    expect(await card().count()).toBe(1)
    for (const listener of listeners) expect(listener.state(asking)?.approvals).toHaveLength(1)
  })

  it('is told the answer of one of them, and tells all, nothing lost and nothing twice', async () => {
    const { hub } = stage
    await card().getByRole('button', { name: 'Allow once' }).click()
    await stage.says('It is made.')
    for (const listener of listeners) await hub.until(() => listener.state(asking)?.status === 'idle')
    await stage.isStatus('idle')
    const fresh = new Listener(() => hub.server, [asking, writing])
    listeners.push(fresh)
    for (const sessionId of [asking, writing]) {
      // A record may follow the end of a turn: all are compared at the same one.
      await hub.until(() => new Set(listeners.map((listener) => listener.state(sessionId)?.seq)).size === 1)
      const [whole = ''] = listeners.slice(-1).map((each) => toPicture(each.state(sessionId) as never))
      for (const listener of listeners.slice(0, 2)) {
        const seqs = listener.seqs(sessionId)
        expect(seqs).toEqual([...new Set(seqs)].sort((a, b) => a - b))
        expect(toPicture(listener.state(sessionId) as never)).toBe(whole)
      }
    }
    expect(listeners.map(({ welcomes, losses }) => ({ welcomes, losses }))).toEqual([
      { welcomes: 2, losses: 0 },
      { welcomes: 2, losses: 0 },
      { welcomes: 1, losses: 0 },
    ])
    const resumed = await articles()
    await stage.page.reload()
    await stage.says('It is made.')
    expect(resumed).toEqual(await articles())
  })
})
