import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { SessionSummary } from '@quarterdeck/archive'
import type { SessionCommand } from '@quarterdeck/contract'
import { toScriptedPrompt } from '@quarterdeck/testkit'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { AuditEntry } from '../../audit/audit-entry.ts'
import type { Caller } from '../../gate/caller.ts'
import { createPolicy } from '../../policy/create-policy.ts'
import { ServerError } from '../../server-error.ts'
import { toId, toLine } from '../archive-for-test.ts'
import { HubForTest } from '../hub-for-test.ts'
import { TrustedFolders } from '../start/trusted-folders.ts'
import { createExecute, type Execute } from './execute.ts'
import { Receipts } from './receipts.ts'

const CALLER: Caller = { kind: 'program' }

describe('a command', () => {
  let stage: HubForTest
  let trusted: TrustedFolders
  let execute: Execute
  let noted: AuditEntry[]
  let said: object[]
  let isFull: boolean
  beforeEach(async () => {
    stage = await HubForTest.set()
    noted = []
    isFull = false
    trusted = new TrustedFolders(join(stage.data, 'own-trust.json'))
    const audit = {
      write(entry: AuditEntry) {
        if (isFull) throw new ServerError('storage', 'It cannot be written down.')
        noted.push(entry)
      },
    }
    const policy = createPolicy({ allowBypass: false, allowConfig: false, roots: [] }, trusted, () => ({
      kind: 'ordinary',
    }))
    const receipts = new Receipts(join(stage.data, 'receipts.ndjson'))
    said = []
    const prompts = {
      keep: (content: unknown, { sessionId, cwd }: { sessionId: string; cwd: string }) => {
        said.push({ content, sessionId, cwd })
      },
    }
    execute = createExecute({ hub: stage.hub, policy, trusted, audit, receipts, prompts })
  })
  afterEach(() => stage.clear())

  const give = (command: SessionCommand, commandId?: string) => execute(command, { caller: CALLER, commandId })
  const begin = async (more: object = {}, commandId?: string) => {
    const command = { kind: 'start' as const, cwd: stage.project, trust: true, ...more }
    return ((await give(command, commandId)) as { sessionId: string }).sessionId
  }
  const events = () => noted.map(({ event }) => event)
  const sessions = async () => (await stage.hub.list()).items

  it('starts a session once, however often it is sent, and the folder is trusted from then on', async () => {
    const [first, second] = await Promise.all([begin({}, 'c1'), begin({}, 'c1')])
    expect(await begin({}, 'c1')).toBe(first)
    expect(second).toBe(first)
    expect(await sessions()).toHaveLength(1)
    expect(noted).toMatchObject([
      { event: 'start', by: 'a program', sessionId: first, cwd: stage.project },
      { event: 'trust', by: 'a program', folder: stage.project },
    ])
    // Nobody has to say it again.
    expect(await begin({ trust: undefined })).not.toBe(first)
    expect(events()).toEqual(['start', 'trust', 'start'])
  })

  it.each([
    [{ cwd: 'relative/folder' }, 'bad_request', []],
    [{ cwd: '/no/such/folder' }, 'bad_request', []],
    [{ trust: undefined }, 'untrusted_folder', [{ door: 'trust' }]],
    [{ permissionMode: 'bypassPermissions' }, 'not_allowed', [{ door: 'start', what: 'permissionMode' }]],
    [{ env: { PATH: '/evil' } }, 'not_allowed', [{ door: 'start', what: 'env' }]],
    [{ resume: '00000000-0000-4000-8000-000000000000' }, 'not_found', []],
  ])('%j is refused with %s, starts nothing and trusts nothing', async (request, code, refusals) => {
    await expect(begin(request)).rejects.toMatchObject({ code })
    expect(noted).toMatchObject(refusals.map((refusal) => ({ event: 'refusal', by: 'a program', ...refusal })))
    expect(await sessions()).toEqual([])
    expect(trusted.has(stage.project)).toBe(false)
  })

  it('that adds a folder to a session takes none away that it had', async () => {
    const [first, second] = ['first', 'second'].map((name) => join(stage.data, name)) as [string, string]
    for (const folder of [first, second]) mkdirSync(folder)
    const id = await begin({ addDirs: [first] })
    for (const addDirs of [[second], [second], undefined]) {
      await give({ kind: 'stop', sessionId: id })
      await begin({ resume: id, ...(addDirs && { addDirs }) })
    }
    expect((await stage.hub.open(id)).info.options.addDirs).toEqual([first, second])
    // A server that comes after this one knows it, too.
    const kept = readFileSync(join(stage.data, 'sessions', id, 'session.json'), 'utf8')
    expect(JSON.parse(kept).options.addDirs).toEqual([first, second])
  })

  it('that could not be done has trusted nothing, and may be sent again', async () => {
    stage.hasCli = false
    await expect(begin({}, 'c1')).rejects.toMatchObject({ code: 'cli_not_found' })
    expect([events(), trusted.has(stage.project)]).toEqual([[], false])
    stage.hasCli = true
    await begin({}, 'c1')
    expect(await sessions()).toHaveLength(1)
  })

  it('sends, interrupts, asks and ends, and what changes something is written down', async () => {
    const sessionId = await begin()
    await give({ kind: 'send', sessionId, content: toScriptedPrompt('Say it.', [{ text: 'Said.' }]) }, 'c2')
    await give({ kind: 'send', sessionId, content: 'Sent again, it is not sent.' }, 'c2')
    await stage.until(sessionId, ({ status }) => status === 'idle')
    await give({ kind: 'control', sessionId, request: { subtype: 'set_permission_mode', mode: 'plan' } })
    await give({ kind: 'control', sessionId, request: { subtype: 'interrupt' } })
    // Who only looks does nothing that would have to be written down, and makes it no younger.
    await stage.until(sessionId, ({ unread }) => unread)
    const { modified } = stage.hub.getRow(sessionId)
    await give({ kind: 'control', sessionId, request: { subtype: 'mcp_status' } })
    expect(stage.hub.getRow(sessionId).modified).toBe(modified)
    await stage.until(sessionId, ({ unread }) => unread)
    await give({ kind: 'update', sessionId, read: true })
    expect(stage.hub.getRow(sessionId).unread).toBe(false)
    await give({ kind: 'stop', sessionId })
    await stage.until(sessionId, ({ live }) => !live)
    expect(noted.slice(2)).toMatchObject([
      { event: 'mode', sessionId, mode: 'plan' },
      { event: 'interrupt', sessionId },
      { event: 'stop', sessionId },
    ])
    const source = await stage.hub.openSource(sessionId)
    expect(source.kind === 'log' && source.kept.readAfter(0, 1e6).join('')).not.toContain('Sent again')
  })

  it('has its words remembered, once, when it was taken', async () => {
    const content = toScriptedPrompt('Wait.', [{ text: 'Waiting for it.', delayMs: 2000 }])
    const sessionId = await begin({ prompt: content }, 'c1')
    await begin({ prompt: content }, 'c1')
    const send = { kind: 'send', sessionId, content: 'Later.', whenBusy: 'queue' } as const
    await give(send, 'c2')
    await give(send, 'c2')
    const session = await stage.hub.open(sessionId)
    const uuid = session.kept.facts.queue[0]?.uuid ?? ''
    await give({ kind: 'edit_queued', sessionId, uuid, content: 'Later, changed.' })
    await expect(give({ kind: 'edit_queued', sessionId, uuid: 'none', content: 'Nobody.' })).rejects.toThrow()
    await expect(give({ ...send, sessionId: toId(9) })).rejects.toThrow()
    await expect(begin({ prompt: 'Refused.', env: {} })).rejects.toThrow()
    const place = { sessionId, cwd: stage.project }
    expect(said).toEqual([content, 'Later.', 'Later, changed.'].map((words) => ({ content: words, ...place })))
  })

  it('holds what waits at an interrupt; Send starts a session that has ended, Discard does not', async () => {
    const content = toScriptedPrompt('Wait.', [{ text: 'Waiting for it.', delayMs: 2000 }])
    const sessionId = await begin({ prompt: content })
    const send = { kind: 'send', sessionId, whenBusy: 'queue' } as const
    for (const words of ['One.', 'Two.']) await give({ ...send, content: words })
    await give({ kind: 'interrupt', sessionId })
    const session = await stage.hub.open(sessionId)
    const held = () => session.kept.facts.queue.filter(({ isHeld }) => isHeld).map((item) => item.content)
    expect(held()).toEqual(['One.', 'Two.'])
    await give({ kind: 'stop', sessionId })
    await stage.until(sessionId, ({ live }) => !live)
    const uuid = session.kept.facts.queue[0]?.uuid ?? ''
    await give({ kind: 'cancel_queued', sessionId, uuid }, 'c1')
    await give({ kind: 'cancel_queued', sessionId, uuid }, 'c1')
    expect([held(), stage.hub.getRow(sessionId).live]).toEqual([['Two.'], false])
    await give({ kind: 'release_held', sessionId }, 'c2')
    await give({ kind: 'release_held', sessionId }, 'c2')
    expect([held(), stage.hub.getRow(sessionId).live]).toEqual([[], true])
    await expect(give({ kind: 'release_held', sessionId })).rejects.toMatchObject({ code: 'not_found' })
    await expect(give({ kind: 'discard_held', sessionId })).rejects.toMatchObject({ code: 'not_found' })
  })

  it('is not done where it cannot be written down', async () => {
    const sessionId = await begin()
    isFull = true
    await expect(give({ kind: 'stop', sessionId })).rejects.toMatchObject({ code: 'storage' })
    const request = { subtype: 'set_permission_mode', mode: 'plan' }
    await expect(give({ kind: 'control', sessionId, request })).rejects.toMatchObject({ code: 'storage' })
    expect(stage.hub.getRow(sessionId).live).toBe(true)
    isFull = false
  })

  it('is refused for what the policy does not let through, and for a session that is not there', async () => {
    const sessionId = await begin()
    const refused = { kind: 'control', sessionId, request: { subtype: 'mcp_call', tool: 'x' } } as const
    await expect(give(refused)).rejects.toMatchObject({ code: 'not_allowed' })
    expect(noted.at(-1)).toMatchObject({ event: 'refusal', sessionId, door: 'control' })
    const nobody = '00000000-0000-4000-8000-000000000000'
    for (const kind of ['stop', 'interrupt'] as const)
      await expect(give({ kind, sessionId: nobody })).rejects.toMatchObject({ code: 'not_found' })
    const late = { kind: 'decide', sessionId, request_id: 'none', behavior: 'allow' } as const
    await expect(give(late)).rejects.toMatchObject({
      code: 'not_found',
      message: "There is no request 'none' in this session.",
    })
  })

  it('is told where it is a mistake, and refused and written down where it wants what nobody may have', async () => {
    const sessionId = await begin()
    const before = noted.length
    const ask = (request: { subtype: string }) => give({ kind: 'control', sessionId, request })
    const model = { subtype: 'set_model', model: 5 }
    await expect(ask(model)).rejects.toMatchObject({
      code: 'bad_request',
      message: expect.stringMatching(/^'set_model': 'model'/),
    })
    await expect(begin({ addDirs: [stage.project, '/nowhere/at/all'] })).rejects.toMatchObject({
      code: 'bad_request',
      message: expect.stringContaining("no folder '/nowhere/at/all'"),
    })
    await expect(begin({ resume: 'nope' })).rejects.toMatchObject({
      code: 'not_found',
      message: "There is no session 'nope'.",
    })
    expect(noted).toHaveLength(before)
    const refused = { code: 'not_allowed' }
    await expect(ask({ ...model, hooks: {} } as never)).rejects.toMatchObject(refused)
    await expect(ask({ subtype: 'set_model', model: '--settings=x' } as never)).rejects.toMatchObject(refused)
    await expect(begin({ addDirs: ['/nowhere'], env: {} })).rejects.toMatchObject(refused)
    await expect(begin({ resume: '/etc/passwd' })).rejects.toMatchObject(refused)
    await expect(begin({ resume: '--help' })).rejects.toMatchObject(refused)
    const whats = noted.slice(before).map(({ event, what }) => [event, what])
    expect(whats).toEqual(['hooks', 'model', 'env', 'resume', 'resume'].map((what) => ['refusal', what]))
  })

  it('ends no session that another program has open, and says who has it', async () => {
    const sessionId = toId(1)
    const cwd = { cwd: stage.project }
    stage.files.write(sessionId, [toLine('user', toId(1, 2), cwd), toLine('assistant', toId(2, 2), cwd)])
    const stop = { kind: 'stop', sessionId } as const
    await give(stop)
    const { directory, path } = stage.files.archive.findSession(sessionId) as SessionSummary
    const file = JSON.stringify(join(directory, path))
    const source = `fs.openSync(${file}, 'a'); console.log('up'); setInterval(() => undefined, 1000)`
    const other = spawn(process.execPath, ['-e', source])
    await once(other.stdout, 'data')
    await expect(give(stop)).rejects.toMatchObject({
      code: 'held_elsewhere',
      message: expect.stringMatching(/open elsewhere: .* has it \(process \d+\)\. End it there\.$/),
      details: { heldBy: { pid: other.pid, what: expect.any(String) } },
    })
    other.kill('SIGKILL')
    await once(other, 'exit')
    await give(stop)
    expect(events()).toEqual(['stop', 'stop'])
  })

  it('waits for the transcript to name its folder, and goes by it from then on', async () => {
    const sessionId = toId(1)
    stage.files.write(sessionId, [{ type: 'queue-operation', operation: 'enqueue', content: 'Mine.' }])
    const send = { kind: 'send', sessionId, content: 'Ours.' } as const
    for (const command of [send, { ...send, trust: true }])
      await expect(give(command)).rejects.toMatchObject({
        code: 'bad_request',
        message: expect.stringContaining('does not say yet'),
      })
    expect([trusted.has(process.cwd()), events()]).toEqual([false, []])
    stage.files.write(sessionId, [toLine('user', toId(2), { cwd: stage.project })])
    await expect(give(send)).rejects.toMatchObject({ code: 'untrusted_folder', details: { folder: stage.project } })
  })

  it('leaves a record of bounded length, whatever it holds', async () => {
    const allowedTools = Array.from({ length: 500 }, (_, index) => `Bash(echo ${index})`)
    await begin({ allowedTools })
    expect(noted[0]?.allowedTools).toMatch(/^\["Bash\(echo 0\)".*… \(\d+ characters, SHA-256 [0-9a-f]{64}\)$/)
    expect(JSON.stringify(noted[0]).length).toBeLessThan(2000)
  })
})
