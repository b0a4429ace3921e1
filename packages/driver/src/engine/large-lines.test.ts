import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { keepLargeLine } from './large-lines.ts'

const WORKER = new URL('../large-line-worker.ts', import.meta.url)
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

  it('that asks for something stays whole, since an answer repeats it', async () => {
    const request = { subtype: 'can_use_tool', tool_name: 'Write', input: { content: TEXT } }
    const message = { type: 'control_request', request_id: 'r1', request }
    const line = Buffer.from(JSON.stringify(message))
    const entry = await keepLargeLine(line, { folder, worker: WORKER })
    expect(entry).toEqual({ from: 'cli', json: line.toString(), message })
    expect(readdirSync(folder)).toEqual([])
  })
})
