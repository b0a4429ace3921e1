import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Execute } from '../hub/commands/execute.ts'
import { ServerError } from '../server-error.ts'
import { createLog } from './create-log.ts'
import type { LogLevel } from './log-level.ts'
import { createLoggedExecute } from './logged-execute.ts'
import { toFaultFacts } from './to-fault-facts.ts'

describe('the log', () => {
  let folder: string
  let shown: string
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'quarterdeck-log-'))
    shown = ''
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  const open = (level?: LogLevel, maxBytes?: number) =>
    createLog({
      folder: join(folder, 'logs'),
      level,
      terminal: { write: (text) => (shown += text) },
      ...(maxBytes && { maxBytes }),
    })
  const lines = (name = 'server.log') =>
    readFileSync(join(folder, 'logs', name), 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))

  it('is one line of JSON for each thing, in files for the owner alone', () => {
    const mask = process.umask(0)
    const log = open()
    log.info({ session: 'a', ms: 3 }, 'done')
    log.debug({}, 'too fine')
    process.umask(mask)
    expect(lines()).toEqual([
      { level: 'info', time: expect.stringMatching(/^\d{4}-.*Z$/), pid: process.pid, session: 'a', ms: 3, msg: 'done' },
    ])
    expect(statSync(join(folder, 'logs')).mode & 0o777).toBe(0o700)
    expect(statSync(join(folder, 'logs/server.log')).mode & 0o777).toBe(0o600)
  })

  it('shows a person what is wrong, in short, and more only when they want it', () => {
    const log = open()
    log.info({ session: 'a' }, 'done')
    log.warn({ code: 'x\u001b[2J', ms: 2 }, 'not done')
    expect(shown).toMatch(/^\d\d:\d\d:\d\d warn not done code=x \[2J ms=2\n$/)
    const fine = open('debug')
    fine.debug({ session: 'b' }, 'seen')
    expect(shown).toContain('debug seen session=b\n')
    expect(lines().at(-1)).toMatchObject({ level: 'debug' })
    const count = lines().length
    open('silent').error({}, 'nothing')
    expect(lines()).toHaveLength(count)
  })

  it('begins another file at its size, and keeps four older ones', () => {
    const log = open(undefined, 400)
    for (let each = 0; each < 60; each += 1) log.info({ each }, 'x'.repeat(50))
    const names = readdirSync(join(folder, 'logs')).sort()
    expect(names).toEqual(['server.log', 'server.log.1', 'server.log.2', 'server.log.3', 'server.log.4'])
    for (const name of names) {
      expect(statSync(join(folder, 'logs', name)).size).toBeLessThanOrEqual(400)
      expect(statSync(join(folder, 'logs', name)).mode & 0o777).toBe(0o600)
    }
    const all = [...names.slice(1).reverse(), 'server.log'].flatMap((name) => lines(name)).map(({ each }) => each)
    expect(all).toEqual(Array.from({ length: all.length }, (_, at) => 60 - all.length + at))
  })

  it('goes on when a file is there already, and when it cannot be written', () => {
    open().info({}, 'first')
    open().info({}, 'second')
    expect(lines().map(({ msg }) => msg)).toEqual(['first', 'second'])
    const log = open()
    rmSync(join(folder, 'logs'), { recursive: true })
    writeFileSync(join(folder, 'logs'), '')
    expect(() => log.info({}, 'lost')).not.toThrow()
  })

  it('tells of commands who and what, and nothing of what was said', async () => {
    const log = open()
    const execute = createLoggedExecute<Execute>(async ({ kind }) => {
      if (kind === 'decide') throw new ServerError('already_resolved', 'hunter2 was first')
      return { sessionId: 'new', secret: 'hunter2' }
    }, log)
    const caller = { kind: 'device', deviceId: 'phone', name: 'hunter2' } as const
    await execute({ kind: 'start', cwd: '/hunter2', prompt: 'hunter2' }, { caller })
    await execute({ kind: 'send', sessionId: 'old', content: 'hunter2' }, { caller })
    const late = { kind: 'decide', sessionId: 'old', request_id: 'r', behavior: 'allow', message: 'hunter2' } as const
    await expect(execute(late, { caller })).rejects.toMatchObject({ code: 'already_resolved' })
    expect(lines()).toMatchObject([
      { msg: 'done', command: 'start', session: 'new', by: 'phone' },
      { msg: 'done', command: 'send', session: 'old' },
      { msg: 'not done', level: 'warn', command: 'decide', behavior: 'allow', code: 'already_resolved' },
    ])
    expect(JSON.stringify(lines())).not.toContain('hunter2')
  })

  it('writes of an error where it was, and not what could not be read', () => {
    const facts = toFaultFacts(catchError(() => JSON.parse('{"password":"hunter2')))
    expect(facts).toMatchObject({
      error: 'SyntaxError',
      stack: expect.arrayContaining([expect.stringContaining('log.test.ts')]),
    })
    expect(JSON.stringify(facts)).not.toContain('hunter2')
    expect(toFaultFacts(catchError(() => JSON.parse('hunter2')))).toMatchObject({ reason: 'What was read is not JSON' })
    expect(toFaultFacts('hunter2')).toEqual({ reason: 'string' })
  })
})

function catchError(work: () => unknown): unknown {
  try {
    return work()
  } catch (error) {
    return error
  }
}
