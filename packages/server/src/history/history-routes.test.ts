import { existsSync, mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Archive } from '@quarterdeck/archive'
import type { HistoryAnswer } from '@quarterdeck/contract'
import type { Hono } from 'hono'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createAddresses } from '../gate/addresses.ts'
import { Answer } from '../http/app/answer.ts'
import { createApp } from '../http/app/create-app.ts'
import { createHistoryRoutes } from './history-routes.ts'
import { HistorySettings } from './history-settings.ts'

const DAY_MS = 86_400_000
const addresses = createAddresses({
  ...{ host: '127.0.0.1', port: 4100, isTls: false, basePath: '', publicUrls: [], ownAddresses: [] },
})
const noted: object[] = []
let folder: string
let claudeDir: string
let archive: Archive
let app: Hono

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'quarterdeck-history-'))
  claudeDir = join(folder, 'claude')
  mkdirSync(join(claudeDir, 'projects', '-p'), { recursive: true })
  noted.length = 0
  open()
})
afterEach(async () => {
  await archive.close()
  rmSync(folder, { recursive: true, force: true })
})

function open(): void {
  const history = new HistorySettings(join(folder, 'history.json'))
  archive = new Archive({
    ...{ directories: [claudeDir], data: join(folder, 'index'), mode: 'serve', workers: 1, isIndexing: false },
    upkeep: {
      ...{ folder: join(folder, 'archive'), isHeld: async () => false },
      maxCopyBytes: () => (history.value.isOn ? history.value.maxBytes : null),
    },
  })
  const audit = { write: (entry: object) => void noted.push(entry) }
  app = createApp({
    routes: createHistoryRoutes({ archive, history, audit, claudeDir, managedFolder: join(folder, 'etc') }),
    gate: { check: () => ({ kind: 'device', deviceId: 'd', name: 'D' }), onRevoked: () => () => undefined },
    addresses,
    page: { answer: () => new Answer({ type: 'text/html', body: '' }) },
  })
}

async function call(body?: object): Promise<HistoryAnswer> {
  const text = JSON.stringify(body)
  const headers = { 'content-type': 'application/json', 'content-length': String(text?.length ?? 0) }
  const patch = { method: 'PATCH', body: text, headers }
  const answer = await app.request('/api/claude/clean-up', body === undefined ? {} : patch)
  expect(answer.status).toBe(200)
  return (await answer.json()) as HistoryAnswer
}

function write(number: number, daysAgo: number): string {
  const id = `11111111-2222-4333-8444-${String(number).padStart(12, '0')}`
  const path = join(claudeDir, 'projects', '-p', `${id}.jsonl`)
  const line = { type: 'user', uuid: id, sessionId: id, cwd: '/p', message: { content: `Say ${number}` } }
  writeFileSync(path, `${JSON.stringify(line)}\n`)
  const at = new Date(Date.now() - daysAgo * DAY_MS)
  utimesSync(path, at, at)
  return path
}

it('the answer says who lets the CLI delete what, and the administrator counts most', async () => {
  expect((await call()).cleanup).toEqual({ days: 30, source: 'default' })
  writeFileSync(join(claudeDir, 'settings.json'), '{"cleanupPeriodDays":7}')
  expect((await call()).cleanup).toEqual({ days: 7, source: 'user' })
  mkdirSync(join(folder, 'etc'))
  writeFileSync(join(folder, 'etc', 'managed-settings.json'), '{"cleanupPeriodDays":3}')
  expect((await call()).cleanup).toEqual({ days: 3, source: 'managed' })
})

it('copies are made by themselves at first, as much as is said, and not once somebody lets the sessions go', async () => {
  expect((await call()).copies).toEqual({ on: true, maxBytes: 5e9, usedBytes: 0, count: 0, uncovered: [] })
  write(1, 29)
  await archive.settle()
  await call({ maxBytes: 2e9 })
  await expect.poll(async () => (await call()).copies).toMatchObject({ count: 1, maxBytes: 2e9 })
  await call({ on: false })
  write(2, 29)
  await archive.settle()
  await archive.upkeep.run()
  await archive.close()
  open()
  await archive.upkeep.run()
  expect((await call()).copies).toMatchObject({ on: false, count: 1, maxBytes: 2e9 })
  expect(noted).toMatchObject([
    { event: 'history_changed', maxBytes: 2e9 },
    { event: 'history_changed', isOn: false },
  ])
})

it('what the CLI has deleted is told until somebody confirms it, on every device alike', async () => {
  const [kept, lost] = [write(1, 40), write(2, 41)]
  await archive.settle()
  await archive.upkeep.run()
  await call({ on: false })
  const third = write(3, 42)
  await archive.settle()
  await archive.upkeep.run()
  for (const path of [kept, lost, third]) rmSync(path)
  await archive.settle()
  await archive.upkeep.run()
  const { gone, told } = await call()
  expect(gone.map(({ title, kept: isKept }) => [title, isKept]).sort()).toEqual([
    ['Say 1', true],
    ['Say 2', true],
    ['Say 3', false],
  ])
  expect(told).toBe(false)
  expect(await call({ confirmGone: true, told: true })).toMatchObject({ gone: [], told: true })
  await archive.close()
  open()
  expect(await call()).toMatchObject({ gone: [], told: true })
  expect(existsSync(join(folder, 'history.json'))).toBe(true)
})
