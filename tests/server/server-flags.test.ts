import { existsSync, mkdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import type { InboxItem } from '@quarterdeck/contract'
import { CLI_VERSIONS } from '@quarterdeck/testkit'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { HubStage } from '../stages/hub-stage.ts'

const SESSIONS = '/api/claude/sessions'
const refused = (message: RegExp) => ({
  status: 403,
  body: { error: { code: 'not_allowed', message: expect.stringMatching(message) } },
})
const touch = (file: string) => ({ tools: [{ name: 'Bash', input: { command: `touch ${file}` } }] })

describe.each(CLI_VERSIONS)('what a server was started with, on the CLI %s', (version) => {
  let stage: HubStage
  beforeEach(async () => {
    // The CLI refuses to ask nobody when it is run by root, unless it is told that it is shut in.
    stage = await HubStage.set(version, [], { IS_SANDBOX: '1' })
  })
  afterEach(() => stage.clear())

  const start = (more: object) => stage.call('POST', SESSIONS, { cwd: stage.project, trust: true, ...more })
  const control = (id: string, request: object) => stage.call('POST', `${SESSIONS}/${id}/control`, request)
  const has = (file: string) => existsSync(join(stage.project, file))

  /** What a session asks a person, once it does. */
  async function asked(id: string) {
    const isIt = ({ kind, sessionId }: InboxItem) => kind === 'approval' && sessionId === id
    await stage.until(async () => (await stage.inbox()).some(isIt))
    return (await stage.inbox()).filter(isIt)
  }

  async function restart(...flags: string[]): Promise<void> {
    await stage.server.stop()
    await stage.start(...flags)
  }

  it('--allow-config lets callers send settings, MCP servers and agents, and nothing else does', async () => {
    const given = {
      settings: { permissions: { deny: ['Bash(touch forbidden.txt)'] } },
      mcpConfig: { mcpServers: { helper: { command: 'false' } } },
      agents: { scout: { description: 'Looks around', prompt: 'Look around.' } },
    }
    for (const [key, value] of Object.entries(given))
      expect(await start({ [key]: value })).toMatchObject(refused(new RegExp(`${key}.*--allow-config`)))
    expect(await stage.list()).toEqual([])

    await restart('--allow-config')
    // What would run a program of the caller's is refused still.
    expect(await start({ settings: { hooks: {} } })).toMatchObject(refused(/'hooks'/))
    stage.model.script('Make it.', [touch('forbidden.txt'), { text: 'I may not.' }])
    const id = await stage.converse('Make it.', given)
    expect(has('forbidden.txt')).toBe(false)
    expect(stage.knows('forbidden.txt has been denied')).toBe(true)
    expect(JSON.stringify((await stage.detail(id)).facts)).toContain('"scout"')
    const servers = await control(id, { subtype: 'mcp_status' })
    expect(servers.body).toMatchObject({ mcpServers: [expect.objectContaining({ name: 'helper' })] })

    // Started without it, the server gives none of it to the session's next process.
    await stage.stop(id)
    await restart()
    stage.model.script('Make it now.', [touch('forbidden.txt'), { text: 'Made.' }])
    await stage.send(id, 'Make it now.')
    expect(await asked(id)).toMatchObject([{ input: { command: 'touch forbidden.txt' } }])
    expect((await control(id, { subtype: 'mcp_status' })).body).toMatchObject({ mcpServers: [] })
  })

  it('--allow-bypass lets a session ask nobody, at its start and later, and nothing else does', async () => {
    const bypass = { subtype: 'set_permission_mode', mode: 'bypassPermissions' }
    expect(await start({ permissionMode: 'bypassPermissions' })).toMatchObject(refused(/--allow-bypass/))
    const asking = await stage.converse('Hello.')
    expect(await control(asking, bypass)).toMatchObject(refused(/--allow-bypass/))

    await restart('--allow-bypass')
    stage.model.script('Make one.', [touch('one.txt'), { text: 'Made one.' }])
    const id = await stage.converse('Make one.', { permissionMode: 'bypassPermissions' })
    expect(has('one.txt')).toBe(true)
    const later = await stage.converse('Hello once more.')
    expect(await control(later, bypass)).toMatchObject({ status: 200 })
    stage.model.script('Make two.', [touch('two.txt'), { text: 'Made two.' }])
    await stage.ask(later, 'Make two.')
    expect(has('two.txt')).toBe(true)

    // Started without it, the server starts no process that asks nobody, whatever the session began with.
    for (const each of [id, later]) await stage.stop(each)
    await restart()
    for (const [each, file] of [
      [id, 'three.txt'],
      [later, 'four.txt'],
    ] as const) {
      stage.model.script(`Make ${file}.`, [touch(file), { text: 'Made.' }])
      await stage.send(each, `Make ${file}.`)
      expect(await asked(each)).toMatchObject([{ input: { command: `touch ${file}` } }])
      expect(has(file)).toBe(false)
    }
  })

  it('--root names nothing that is protected', async () => {
    const failed = await restart('--root', stage.data).then(
      () => null,
      (error: Error) => error.message,
    )
    expect(failed).toContain("belongs to Quarterdeck's own data: no session works there")
    await restart()
  })

  it('--root keeps sessions, files and folders below it, links followed', async () => {
    const [inside, outside] = [join(stage.project, 'inside'), join(stage.home, 'outside')]
    for (const folder of [inside, outside]) mkdirSync(folder)
    symlinkSync(outside, join(stage.project, 'link'))
    const before = await stage.converse('Out here.', { cwd: outside })
    await stage.stop(before)

    await restart('--root', stage.project)
    for (const cwd of [outside, stage.home, join(stage.project, 'link'), '/'])
      expect(await start({ cwd })).toMatchObject(refused(/--root/))
    expect(await start({ addDirs: [outside] })).toMatchObject(refused(/addDirs.*--root/))
    expect(
      await stage.call('POST', `${SESSIONS}/${before}/messages`, { content: 'Go on.', trust: true }),
    ).toMatchObject(refused(/--root/))
    expect(await start({ cwd: outside, resume: before })).toMatchObject(refused(/--root/))
    for (const path of [`/api/folders?path=${outside}`, `/api/files?cwd=${outside}&q=a`])
      expect(await stage.call('GET', path)).toMatchObject({ status: 403, body: { error: { code: 'not_allowed' } } })

    const { body } = await stage.call('GET', '/api/folders')
    expect(body).toMatchObject({ items: [{ path: stage.project }] })
    const below = await stage.call('GET', `/api/folders?path=${stage.project}`)
    expect(below.body).toMatchObject({ items: [{ name: 'inside', path: inside }] })
    const id = await stage.converse('In here.', { cwd: inside })
    expect((await stage.detail(id)).projectPath).toBe(inside)
    // It can still be read.
    expect(await stage.detail(before)).toMatchObject({ sessionId: before, projectPath: outside })

    await restart()
    await stage.ask(before, 'Go on.')
  })
})
