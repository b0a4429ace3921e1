import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { askServer, PairedDevice } from '@quarterdeck/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { FakeCliStage, PROGRAM } from '../stages/fake-cli-stage.ts'

describe('quarterdeck audit, on a record that the server wrote', () => {
  let stage: FakeCliStage
  let path: string
  let sessionId: string
  beforeAll(async () => {
    stage = await FakeCliStage.set()
    path = join(stage.data, 'audit.ndjson')
    const device = await PairedDevice.pair(stage.server, { name: 'Jörg’s phone ☂' })
    sessionId = (await stage.startSession()).sessionId
    const refused = { cwd: stage.project, permissionMode: 'bypassPermissions' }
    const asked = { body: refused, headers: device.headers }
    expect((await askServer(stage.server.url, 'POST', '/api/claude/sessions', asked)).status).toBe(403)
    await stage.call('DELETE', `/api/devices/${device.deviceId}`)
  })
  afterAll(() => stage.clear())

  function audit(...args: string[]) {
    const env = { HOME: stage.home, PATH: process.env.PATH ?? '' }
    const run = spawnSync(process.execPath, [PROGRAM, 'audit', ...args, '--data', stage.data], { env })
    return { status: run.status, stdout: run.stdout.toString('utf8'), stderr: run.stderr.toString('utf8') }
  }

  const verifyByServer = async () => (await stage.call('GET', '/api/audit/verify')).json()

  it('shows who did what, newest first, as a table and as JSON', () => {
    const { status, stdout } = audit('--json')
    expect(status).toBe(0)
    const { items, nextCursor } = JSON.parse(stdout)
    expect(nextCursor).toBeNull()
    const events = items.map(({ event }: { event: string }) => event)
    expect(events).toEqual(['device_revoked', 'refusal', 'trust', 'start', 'paired', 'link_created'])
    const table = audit()
    expect(table).toMatchObject({ status: 0, stderr: '' })
    for (const words of ['Jörg’s phone ☂', sessionId, 'a program', '--allow-bypass', stage.project])
      expect(table.stdout).toContain(words)
    expect(JSON.parse(audit('--json', '--limit', '1').stdout)).toMatchObject({
      items: [items[0]],
      nextCursor: expect.any(String),
    })
  })

  it('says that it is as it was written, and gives it as it stands', async () => {
    const count = readFileSync(path, 'utf8').trimEnd().split('\n').length
    expect(audit('verify')).toMatchObject({ status: 0, stdout: `The record is as it was written: ${count} entries.\n` })
    expect(await verifyByServer()).toEqual({ ok: true, count, sealed: 0 })
    expect(audit('export')).toMatchObject({ status: 0, stdout: readFileSync(path, 'utf8') })
    expect(await (await stage.call('GET', '/api/audit/export')).text()).toBe(readFileSync(path, 'utf8'))
  })

  it('finds one byte that was flipped, while the server runs and when it does not', async () => {
    const whole = readFileSync(path)
    const second = whole.indexOf('\n') + 1
    const changed = Buffer.from(whole)
    const place = second + 30
    changed[place] = (changed[place] as number) ^ 1
    writeFileSync(path, changed)
    const sentence = `Line 2 of '${path}' is wrong: it is not as it was written: its hash does not fit.\n`
    expect(audit('verify')).toEqual({ status: 1, stdout: sentence, stderr: '' })
    expect(JSON.parse(audit('verify', '--json').stdout)).toMatchObject({ ok: false, line: 2 })
    expect(await verifyByServer()).toMatchObject({ ok: false, line: 2 })
    await stage.server.stop()
    expect(audit('verify')).toEqual({ status: 1, stdout: sentence, stderr: '' })
    // A server that is started on it goes on, and what it writes does not hide it.
    await stage.start()
    await PairedDevice.pair(stage.server)
    expect(audit('verify')).toEqual({ status: 1, stdout: sentence, stderr: '' })
  })

  it('refuses words that it does not know, in one line and with exit 2', () => {
    expect(audit('forget')).toEqual({
      status: 2,
      stdout: '',
      stderr: "There is no 'audit forget'. --help says what there is.\n",
    })
    expect(audit('--limit', 'all')).toMatchObject({ status: 2, stderr: expect.stringContaining("not 'all'") })
  })
})
