import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ProcView } from './proc-view.ts'

const hasProc = existsSync('/proc/self/stat')

describe.skipIf(!hasProc)(`ProcView${hasProc ? '' : ' (skipped: this system has no /proc)'}`, () => {
  let folder: string
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'quarterdeck-proc-'))
    symlinkSync('/bin/cat', join(folder, 'one name'))
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  it.each(['young', 'old'])(
    'lists a process that is %s with its arguments, again and again, until it ends',
    async (age) => {
      const view = new ProcView(age === 'young' ? 60_000 : Number.NEGATIVE_INFINITY)
      const child = spawn('/bin/cat', ['-', '-u'], { stdio: 'pipe' })
      await once(child, 'spawn')
      const find = async () => (await view.list()).find(({ pid }) => pid === child.pid)
      const first = await find()
      expect(first?.argv).toEqual(['/bin/cat', '-', '-u'])
      expect(await find()).toEqual(first)
      child.kill('SIGKILL')
      await once(child, 'exit')
      expect(await find()).toBeUndefined()
    },
  )

  it.each(['young', 'old'])('sees that another program has taken the place of a %s one that it knows', async (age) => {
    const view = new ProcView(age === 'young' ? 60_000 : Number.NEGATIVE_INFINITY)
    const child = spawn('/bin/sh', ['-c', 'read word; exec "$0" -', join(folder, 'one name')], { stdio: 'pipe' })
    await once(child, 'spawn')
    const find = async () => (await view.list()).find(({ pid }) => pid === child.pid)?.argv
    expect((await find())?.[0]).toBe('/bin/sh')
    child.stdin.write('go\nsaid\n')
    await once(child.stdout, 'data')
    expect(await find()).toEqual([join(folder, 'one name'), '-'])
    child.kill('SIGKILL')
  })

  it('lists neither itself twice nor what runs in the kernel', async () => {
    const found = await new ProcView().list()
    expect(found.filter(({ pid }) => pid === process.pid)).toHaveLength(1)
    expect(found.every(({ argv, startedAtMs }) => argv.length > 0 && startedAtMs <= Date.now() + 1000)).toBe(true)
  })
})
