import { execFileSync } from 'node:child_process'
import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { InboxItem } from '@quarterdeck/contract'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { toId, toLine } from './archive-for-test.ts'
import { HubForTest } from './hub-for-test.ts'
import type { RowChanges } from './rows/row-feed.ts'

const ASKING = { tools: [{ name: 'Bash', input: { command: 'touch made' }, ask: true }] }
const toPrompt = (words: string, ...steps: object[]) => `${words}\n@script ${JSON.stringify(steps)}`
const until = async (isSo: () => boolean) => {
  while (!isSo()) await new Promise((resolve) => setTimeout(resolve, 10))
}

describe('the hub', () => {
  let stage: HubForTest
  beforeEach(async () => {
    stage = await HubForTest.set()
  })
  afterEach(() => stage.clear())

  const inboxOf = (id: string) => stage.hub.listInbox().filter(({ sessionId }) => sessionId === id)

  it('tells how rows change: begun, asked, finished, ended', async () => {
    const told: RowChanges[] = []
    const end = stage.hub.onListChange((changes) => told.push(changes))
    const rows = () => told.flatMap(({ changed }) => changed)
    const id = await stage.start({ prompt: toPrompt('Make it.', ASKING, { text: 'Made.' }) })
    await until(() => rows().some(({ pending }) => pending === 1))
    const [asked] = inboxOf(id)
    const input = { command: 'touch made' }
    expect(asked).toMatchObject({ kind: 'approval', toolName: 'Bash', input, inputHash: expect.any(String) })
    const { kept } = await stage.hub.open(id)
    const response = {
      subtype: 'success',
      request_id: asked?.requestId,
      response: { behavior: 'allow', updatedInput: input },
    }
    const message = { type: 'control_response', response }
    await kept.command({ commandId: 'answer', command: { kind: 'respond', message } })
    await until(() => rows().some(({ status, unread }) => status === 'idle' && unread))
    await (await stage.hub.open(id)).stop()
    await until(() => rows().at(-1)?.live === false)
    expect(new Set(rows().map(({ sessionId }) => sessionId))).toEqual(new Set([id]))
    end()
  })

  it('has in the inbox what has finished and nobody has seen, and not what somebody watched', async () => {
    const told: InboxItem[][] = []
    stage.hub.onInboxChange((items) => told.push(items))
    const seen = await stage.start()
    const unwatch = stage.hub.watch(seen)
    await (await stage.hub.open(seen)).send(toPrompt('Hello.', { text: 'Hello.' }))
    await stage.until(seen, ({ status }) => status === 'idle')
    const id = await stage.start({ prompt: toPrompt('Hello.', { text: 'Not seen.' }) })
    await until(() => told.at(-1)?.length === 1)
    expect(told.at(-1)).toMatchObject([{ kind: 'finished', sessionId: id, text: 'Not seen.' }])
    expect((await stage.hub.describe(seen)).unread).toBe(false)
    unwatch()
    // Looking at it is reading it.
    stage.hub.watch(id)()
    expect(inboxOf(id)).toEqual([])
    await until(() => told.at(-1)?.length === 0)
  })

  it('tells nothing of an older turn once another has begun, however fast that asks and is answered', async () => {
    const id = await stage.start({ prompt: toPrompt('Hello.', { text: 'Not seen.' }) })
    await until(() => inboxOf(id).length === 1)
    const told: string[] = []
    stage.hub.onInboxChange((items) => told.push(items.map(({ kind, text }) => `${kind} ${text ?? ''}`).join()))
    const session = await stage.hub.open(id)
    await session.send(toPrompt('Make it.', ASKING, { text: 'Made.' }))
    await until(() => session.state.approvals.length === 1)
    const response = { subtype: 'success', request_id: inboxOf(id)[0]?.requestId, response: { behavior: 'allow' } }
    const message = { type: 'control_response', response }
    await session.kept.command({ commandId: 'answer', command: { kind: 'respond', message } })
    await until(() => told.at(-1) === 'finished Made.')
    expect(told.filter((items) => items.includes('Not seen.'))).toEqual([])
  })

  it('goes on with a session that is only on disk, and says that its source is another then', async () => {
    const id = toId(1)
    const cwd = { cwd: stage.project }
    stage.files.write(id, [toLine('user', toId(1, 2), cwd), toLine('assistant', toId(2, 2), cwd)])
    const sources: string[] = []
    stage.hub.onSourceChange((sessionId) => sources.push(sessionId))
    expect(await stage.hub.openSource(id)).toMatchObject({ kind: 'transcript', ids: [id] })
    const session = await stage.hub.open(id)
    expect((await stage.hub.list()).items).toMatchObject([{ sessionId: id, live: false, unread: false }])
    expect(sources).toEqual([])
    const told: RowChanges[] = []
    stage.hub.onListChange((changes) => told.push(changes))
    await session.start()
    expect(sources).toEqual([id])
    await until(() => told.some(({ changed }) => changed.some(({ status }) => status === 'idle' || status === 'ready')))
    expect(told.flatMap(({ changed }) => changed).filter(({ unread }) => unread)).toEqual([])
    expect(await stage.hub.openSource(id)).toMatchObject({ kind: 'log', history: { sessionId: id, lines: 2 } })
    const { items } = await stage.hub.list()
    expect(items).toMatchObject([{ sessionId: id, live: true, unread: false, firstPrompt: `prompt ${toId(1, 2)}` }])
    expect(stage.hub.listInbox()).toEqual([])
  })

  it('goes on from what another program has written since the session was looked at', async () => {
    const id = toId(1)
    const cwd = { cwd: stage.project }
    const first = [toLine('user', toId(1, 2), cwd), toLine('assistant', toId(2, 2), cwd)]
    stage.files.write(id, first)
    const session = await stage.hub.open(id)
    const more = [toLine('user', toId(3, 2), cwd), toLine('assistant', toId(4, 2), cwd)]
    const path = join(stage.files.folder, 'claude', 'projects', '-project', `${id}.jsonl`)
    appendFileSync(path, more.map((line) => `${JSON.stringify({ ...line, sessionId: id })}\n`).join(''))
    await session.start()
    expect(session.state.turns.size).toBe(2)
    expect(session.hasOwnTurn).toBe(false)
  })

  it('reads all of a long session that somebody has opened, and all that stood before the log of one', async () => {
    const id = toId(1)
    const cwd = { cwd: stage.project }
    const turn = (number: number) => [toLine('user', toId(number, 2), cwd), toLine('assistant', toId(number, 3), cwd)]
    const turns = Array.from({ length: 300 }, (_, number) => turn(number)).flat()
    stage.files.write(id, turns)
    const whole = { isPartial: false, facts: { turnCount: 300 } }
    const readAll = () => new Promise<void>((resolve) => void stage.hub.describe(id, resolve))
    expect(await stage.hub.describe(id)).toMatchObject({ isPartial: true })
    await readAll()
    expect(await stage.hub.describe(id)).toMatchObject(whole)
    await (await stage.hub.open(id)).start()
    expect(await stage.hub.describe(id)).toMatchObject({ ...whole, live: true })
    stage.hub.close()
    await stage.open()
    expect(await stage.hub.describe(id)).toMatchObject({ isPartial: true, live: true })
    await readAll()
    expect(await stage.hub.describe(id)).toMatchObject({ ...whole, live: true })
    const session = await stage.hub.open(id)
    expect(session.hasOwnTurn).toBe(false)
    expect(session.state.process).toBe('running')
  })

  it('does not open the log of a session that has ended and has a transcript, however many there are', async () => {
    stage.hub.close()
    for (let number = 1; number <= 20; number++) {
      const id = toId(number)
      stage.files.write(id, [toLine('user', toId(number, 2))])
      const folder = join(stage.data, 'sessions', id)
      mkdirSync(folder, { recursive: true })
      const info = { sessionId: id, created: '2026-11-15T10:00:00.000Z', options: { cwd: stage.project } }
      writeFileSync(join(folder, 'session.json'), JSON.stringify(info))
      // Whoever opens it waits for ever.
      execFileSync('mkfifo', [join(folder, 'log.ndjson')])
    }
    await stage.open()
    expect((await stage.hub.list()).items).toHaveLength(20)
    expect(await stage.hub.describe(toId(3))).toMatchObject({ sessionId: toId(3), facts: { turnCount: 1 } })
  })

  it('keeps a session that never got a transcript, with what was asked in it, and says why it does not run', async () => {
    stage.hasCli = false
    const refused = { code: 'cli_not_found' }
    await expect(stage.start({ prompt: 'Hello.' })).rejects.toMatchObject(refused)
    expect((await stage.hub.list()).items).toEqual([])
    stage.hasCli = true
    const id = await stage.start()
    await (await stage.hub.open(id)).stop()
    stage.hub.close()
    await stage.open()
    expect((await stage.hub.list()).items).toMatchObject([{ sessionId: id, live: false, title: 'New session' }])
    stage.hasCli = false
    await expect((await stage.hub.open(id)).send('Hello.')).rejects.toMatchObject(refused)
    expect((await stage.hub.describe(id)).why).toBe('There is no CLI. Install it.')
  })

  it('names what is not there', async () => {
    for (const act of [
      () => stage.hub.describe(toId(9)),
      () => stage.hub.open(toId(9)),
      () => stage.hub.openSource(toId(9)),
      () => stage.start({ resume: toId(9) }),
      () => stage.start({ continue: true }),
    ])
      await expect(act()).rejects.toMatchObject({ code: 'not_found' })
    await expect(stage.start({ fork: true })).rejects.toMatchObject({ code: 'bad_request' })
    stage.files.write(toId(1), [toLine('user', toId(1, 2), { cwd: '/elsewhere' })])
    const elsewhere = { code: 'bad_request', details: { cwd: '/elsewhere' } }
    await expect(stage.start({ resume: toId(1) })).rejects.toMatchObject(elsewhere)
  })
})
