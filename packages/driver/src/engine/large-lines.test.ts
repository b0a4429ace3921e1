import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { keepLargeLine } from './large-lines.ts'

const WORKER = new URL('../lines/large-line-worker.ts', import.meta.url)
const TEXT = 'x'.repeat(5_000_000)

describe('a line of many megabytes', () => {
  let folder: string
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'quarterdeck-large-'))
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  it('goes into the log with its texts cut, and stands whole beside it', async () => {
    const line = Buffer.from(JSON.stringify({ type: 'user', content: TEXT }))
    const entry = await keepLargeLine(line, { folder, worker: WORKER })
    expect(JSON.stringify(entry.message).length).toBeLessThan(2000)
    expect(entry.large?.bytes).toBe(line.length)
    expect(readFileSync(join(folder, '..', String(entry.large?.file))).equals(line)).toBe(true)
  })

  it.each([
    { type: 'control_request', request: { subtype: 'can_use_tool', input: { content: TEXT } } },
    { type: 'control_response', response: { subtype: 'success', response: { contents: TEXT } } },
  ])('stays whole as a $type, since an answer repeats what was asked', async (message) => {
    const line = Buffer.from(JSON.stringify(message))
    const entry = await keepLargeLine(line, { folder, worker: WORKER })
    expect(entry).toEqual({ from: 'cli', json: line.toString(), message })
    expect(readdirSync(folder)).toEqual([])
  })
})
