import { LIVE_PROTOCOL } from '@quarterdeck/contract'
import { CLI_VERSIONS, SocketClient } from '@quarterdeck/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PageStage } from '../../stages/page-stage.ts'

const SESSIONS = '/api/claude/sessions'

describe.each(CLI_VERSIONS)('a title that is given while the CLI %s runs', (version) => {
  let stage: PageStage
  beforeAll(async () => {
    stage = await PageStage.set(version)
  })
  afterAll(() => stage?.clear())

  const name = (id: string, title: string) => stage.hub.call('PATCH', `${SESSIONS}/${id}`, { title })
  const titlesIn = (id: string) => stage.hub.transcript(id).flatMap(({ customTitle }) => customTitle ?? [])

  it('is seen at once wherever the session is named, and stands in the transcript when the CLI has ended', async () => {
    const { hub } = stage
    hub.model.script('Keep watch over the harbour.', [
      { tools: [{ name: 'Bash', input: { command: 'touch watch.txt' } }] },
      { text: 'Done.' },
    ])
    const id = await hub.begin({ prompt: 'Keep watch over the harbour.' })
    await hub.until(async () => (await hub.inbox()).length === 1)
    await hub.until(() => hub.transcript(id).length > 0)
    const live = new SocketClient(hub.server, '/api/live')
    live.onFrame = ({ frame }) => void live.say({ type: 'ack', frame })
    await live.say({
      type: 'hello',
      protocol: LIVE_PROTOCOL,
      page: 'test',
      isVisible: false,
      sessions: [{ sessionId: id }],
    })
    await live.find(({ type }) => type === 'caught_up')
    await live.find(({ type }) => type === 'facts')
    await stage.show(id)
    const before = live.frames.length

    expect(await name(id, 'Harbour master')).toMatchObject({ status: 200 })
    const detail = await hub.detail(id)
    expect([detail.title, detail.facts.title]).toEqual(['Harbour master', 'Harbour master'])
    expect(await hub.list()).toMatchObject([{ sessionId: id, title: 'Harbour master' }])
    expect(await hub.list('?q=harbour%20master')).toHaveLength(1)
    expect(await hub.inbox()).toMatchObject([{ sessionId: id, title: 'Harbour master' }])
    const told = (type: string) => (frame: Readonly<Record<string, unknown>>) =>
      frame.type === type && JSON.stringify(frame).includes('"title":"Harbour master"')
    for (const type of ['list_change', 'inbox', 'facts'])
      await live.find((frame) => live.frames.indexOf(frame) >= before && told(type)(frame))
    await stage.page.getByRole('heading', { name: 'Harbour master' }).waitFor()
    await stage.page.getByRole('list', { name: 'Sessions' }).getByText('Harbour master').waitFor()
    await stage.page.waitForFunction(() => document.title.includes('Harbour master'))
    await hub.until(async () => {
      const { body } = await hub.call('GET', '/api/claude/search?q=watch')
      return (body.items as { title: string }[]).some(({ title }) => title === 'Harbour master')
    })
    expect(titlesIn(id)).toEqual([])

    const [asked] = await hub.inbox()
    await hub.call('POST', `${SESSIONS}/${id}/permission`, { request_id: asked?.requestId, behavior: 'allow' })
    await hub.rested(id)
    expect(await hub.detail(id)).toMatchObject({ title: 'Harbour master' })
    await hub.stop(id)
    await hub.until(() => titlesIn(id).length > 0)
    expect(titlesIn(id)).toEqual(['Harbour master'])
    expect(await hub.detail(id)).toMatchObject({ title: 'Harbour master', facts: { title: 'Harbour master' } })
    live.close()
  })

  it('stays with a session in which nothing was asked yet, and is written once there is something', async () => {
    const { hub } = stage
    const id = await hub.begin()
    await hub.untilRow(id, ({ live }) => live)
    await name(id, 'Named first')
    expect(await hub.detail(id)).toMatchObject({ title: 'Named first', facts: { title: 'Named first' } })
    await hub.ask(id, 'What is your name?')
    await hub.until(() => hub.transcript(id).length > 0)
    await hub.untilRow(id, ({ messageCount }) => messageCount !== null)
    expect(await hub.detail(id)).toMatchObject({ title: 'Named first', facts: { title: 'Named first' } })
    await hub.stop(id)
    await hub.until(() => titlesIn(id).length > 0)
    await hub.server.stop()
    await hub.start()
    expect(await hub.detail(id)).toMatchObject({ title: 'Named first' })
  })
})
