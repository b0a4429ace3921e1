import { appendFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { Archive } from '../archive.ts'

const SESSION = '11111111-1111-4111-8111-111111111111'
let folder: string
let transcript: string
let archive: Archive

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'archive-late-'))
  const project = join(folder, 'claude/projects/-home-ada')
  mkdirSync(project, { recursive: true })
  transcript = join(project, `${SESSION}.jsonl`)
  writeFileSync(transcript, toLine(1, 'an albatross'))
  archive = new Archive({
    directories: [join(folder, 'claude')],
    data: join(folder, 'data'),
    mode: 'serve',
    isIndexing: false,
    // What is new is looked at when the test says so.
    follow: { watch: () => ({ close: () => undefined }), rescanMs: 1e9 },
  })
})
afterEach(async () => {
  await archive.close()
  rmSync(folder, { recursive: true, force: true })
})

function toLine(number: number, text: string): string {
  return `${JSON.stringify({
    type: 'assistant',
    uuid: `00000000-0000-4000-8000-00000000000${number}`,
    parentUuid: null,
    sessionId: SESSION,
    requestId: `req_${number}`,
    timestamp: `2026-05-01T10:00:0${number}.000Z`,
    cwd: '/home/ada',
    message: {
      id: `msg_${number}`,
      role: 'assistant',
      model: 'claude-sonnet-4-5',
      content: [{ type: 'text', text }],
      usage: { input_tokens: 1, output_tokens: 1 },
    },
  })}\n`
}

function writeMore(number: number, text: string): void {
  appendFileSync(transcript, toLine(number, text))
  archive.lookAt(SESSION)
}

describe('Lines that are written while others are taken into the index', () => {
  it('are in it for whoever settles meanwhile', async () => {
    const first = archive.settle()
    await new Promise<void>((resolve) => {
      const stop = archive.onProgress(({ state }) => {
        if (state !== 'wording') return
        stop()
        resolve()
      })
    })
    writeMore(2, 'a bittern')
    await archive.settle()
    expect(archive.progress).toMatchObject({ state: 'ready' })
    expect((await archive.search({ text: 'bittern' })).hits).toHaveLength(1)
    expect(archive.findSession(SESSION)?.messageCount).toBe(2)
    await first
  })
})
