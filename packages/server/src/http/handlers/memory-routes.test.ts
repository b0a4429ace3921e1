import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { RouteCall } from '../app/serve.ts'
import { createMemoryRoutes, type MemoryParts } from './memory-routes.ts'

let claudeDir: string
beforeEach(() => {
  claudeDir = mkdtempSync(join(tmpdir(), 'memory-'))
})
afterEach(() => rmSync(claudeDir, { recursive: true, force: true }))

const read = () => {
  const parts = { claudeDir } as unknown as MemoryParts
  const route = createMemoryRoutes(parts).find(({ method }) => method === 'GET')
  return route?.handle({ query: {} } as RouteCall)
}

it('a memory file that is no UTF-8 is not given as text, which would spoil it when it is saved', async () => {
  writeFileSync(join(claudeDir, 'CLAUDE.md'), Buffer.from([0x46, 0xe7]))
  const [file] = ((await read()) as { items: object[] }).items
  expect(file).toMatchObject({
    state: 'unreadable',
    content: null,
    sha256: null,
    reason: expect.stringContaining('UTF-8'),
  })
  writeFileSync(join(claudeDir, 'CLAUDE.md'), 'Façade')
  expect(((await read()) as { items: object[] }).items).toMatchObject([{ state: 'read', content: 'Façade' }])
})
