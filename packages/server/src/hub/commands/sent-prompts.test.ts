import {
  appendFileSync,
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { SentPrompts, type SentPromptsOptions } from './sent-prompts.ts'

const PLACE = { sessionId: 's', cwd: '/p' }

describe('what was said here', () => {
  let folder: string
  let path: string
  let faults: unknown[]

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'quarterdeck-prompts-'))
    path = join(folder, 'prompts.jsonl')
    faults = []
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  const open = (most: Partial<SentPromptsOptions> = {}) =>
    new SentPrompts(path, { onFault: (error) => faults.push(error), ...most })
  const lines = () => readFileSync(path, 'utf8').split('\n').filter(Boolean)
  const texts = () => lines().map((line) => JSON.parse(line).display)

  it('is kept in the form of the CLI, for its owner alone', () => {
    open().keep('Hello', PLACE)
    expect(JSON.parse(lines()[0] ?? '')).toEqual({
      display: 'Hello',
      pastedContents: {},
      timestamp: expect.any(Number),
      project: '/p',
      sessionId: 's',
    })
    expect(statSync(path).mode & 0o777).toBe(0o600)
  })

  it('is the words alone, without pictures, and nothing where there are none', () => {
    const picture = {
      type: 'image' as const,
      source: { type: 'base64' as const, media_type: 'image/png', data: 'AAAA' },
    }
    const prompts = open()
    prompts.keep([picture, { type: 'text', text: 'Look' }, { type: 'text', text: 'here' }], PLACE)
    prompts.keep([picture], PLACE)
    prompts.keep('  \n', PLACE)
    prompts.keep('x'.repeat(300_000), PLACE)
    expect(texts()).toEqual(['Look\nhere'])
    expect(readFileSync(path, 'utf8')).not.toContain('AAAA')
  })

  it('goes on behind a line that a kill has torn, and is closed to others again', () => {
    open().keep('first', PLACE)
    appendFileSync(path, '{"display":"to')
    const prompts = open()
    prompts.keep('second', PLACE)
    expect(texts()).toEqual(['first', 'second'])
    chmodSync(path, 0o644)
    open()
    expect(statSync(path).mode & 0o777).toBe(0o600)
  })

  it('is bounded in number: at a start, and while it runs', () => {
    const prompts = open({ count: 10 })
    for (let number = 0; number < 20; number++) prompts.keep(`${number}`, PLACE)
    expect(lines()).toHaveLength(20)
    prompts.keep('20', PLACE)
    expect(texts()).toEqual(Array.from({ length: 11 }, (_, at) => `${at + 10}`))
    open({ count: 10 })
    expect(texts()).toEqual(Array.from({ length: 10 }, (_, at) => `${at + 11}`))
  })

  it('is bounded in bytes', () => {
    const prompts = open({ bytes: 5000 })
    for (let number = 0; number < 100; number++) prompts.keep(`${number} ${'é'.repeat(200)}`, PLACE)
    expect(statSync(path).size).toBeLessThan(2 * 5000 + 1000)
    open({ bytes: 5000 })
    expect(statSync(path).size).toBeLessThanOrEqual(5000)
    expect(texts().at(-1)).toMatch(/^99 /)
  })

  it('stops nobody where it cannot be written, and goes on once it can', () => {
    mkdirSync(path)
    const prompts = open()
    prompts.keep('lost', PLACE)
    expect(faults.length).toBeGreaterThan(0)
    rmSync(path, { recursive: true })
    prompts.keep('kept', PLACE)
    expect(texts()).toEqual(['kept'])
  })

  it('goes on behind a line of its own that a full disk has cut', () => {
    const prompts = open()
    prompts.keep('first', PLACE)
    const before = readFileSync(path, 'utf8')
    rmSync(path)
    mkdirSync(path)
    prompts.keep('lost', PLACE)
    rmSync(path, { recursive: true })
    writeFileSync(path, `${before}{"display":"lo`)
    prompts.keep('second', PLACE)
    expect(texts()).toEqual(['first', 'second'])
  })
})
