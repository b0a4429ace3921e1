import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Oracle, writeDataDirectory } from '@quarterdeck/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { toSha256 } from './file-history/file-version.ts'
import { listFileVersions } from './file-history/list-file-versions.ts'
import { readFileVersion } from './file-history/read-file-version.ts'
import { isObject, parseJson } from './parse-json.ts'
import { listPlans, readPlan } from './plans/list-plans.ts'
import { toPlanSlugs } from './plans/to-plan-slugs.ts'
import { readPrompts } from './prompts/read-prompts.ts'
import { deriveTodos } from './todos/derive-todos.ts'
import { readTodos } from './todos/read-todos.ts'

let root: string
let oracle: Oracle
beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'quarterdeck-side-'))
  oracle = await writeDataDirectory(root, { seed: 11, sessions: 60, projects: 6, bytes: 5_000_000 })
})
afterAll(() => rmSync(root, { recursive: true }))

function readLines(sessionId: string) {
  const file = oracle.sessions.find(({ id }) => id === sessionId)?.file ?? ''
  return readFileSync(join(root, file), 'utf8').split(/\r?\n/).map(parseJson).filter(isObject)
}

describe('a generated data directory', () => {
  it('gives every todo list and task, from the files and from the transcript alike', async () => {
    expect(oracle.todos.length * oracle.tasks.length).toBeGreaterThan(0)
    const lists = [
      ...oracle.todos.map(({ sessionId, items }) => ({
        sessionId,
        items: items.map((item) => toPlain(item, item.content)),
      })),
      ...oracle.tasks.map(({ sessionId, items }) => ({
        sessionId,
        items: items.map((item) => toPlain(item, item.subject)),
      })),
    ]
    for (const { sessionId, items } of lists) {
      const [list] = await readTodos(root, sessionId)
      expect(list?.items.map((item) => toPlain(item, item.subject))).toEqual(items)
      const derived = (await deriveTodos(readLines(sessionId))).get(null)
      expect(
        derived?.map((item) => toPlain(item, item.subject)),
        sessionId,
      ).toEqual(items)
    }
  })

  it('gives every version of every tracked file, with its content', async () => {
    expect(oracle.fileVersions.length).toBeGreaterThan(0)
    const bySession = Map.groupBy(oracle.fileVersions, ({ sessionId }) => sessionId)
    for (const [sessionId, wanted] of bySession) {
      const found = await listFileVersions(root, sessionId, readLines(sessionId))
      for (const { path, sha256, backupFileName } of wanted) {
        const same = found.filter((version) => version.path?.endsWith(`/${path}`) && version.sha256 === sha256)
        expect(same.length, `${path} ${backupFileName}`).toBeGreaterThan(0)
        if (backupFileName === null) continue
        const read = await readFileVersion(root, sessionId, backupFileName, [])
        expect(read.kind === 'content' && toSha256(read.content)).toBe(sha256)
      }
      expect(
        found.every(({ path }) => path !== null),
        'no copy without a path',
      ).toBe(true)
    }
  })

  it('gives the content of what only a tool result holds', async () => {
    const sessionId = oracle.fileVersions[0]?.sessionId ?? ''
    const lines = readLines(sessionId)
    const ofTools = (await listFileVersions(root, sessionId, lines)).filter(({ name }) => /@(before|after)$/.test(name))
    expect(ofTools.length).toBeGreaterThan(0)
    for (const { name, sha256, isAbsent } of ofTools) {
      const read = await readFileVersion(root, sessionId, name, lines)
      expect(read.kind === 'content' ? toSha256(read.content) : read.kind).toBe(isAbsent ? 'absent' : sha256)
    }
  })

  it('gives every plan with the session that wrote it', () => {
    const plans = listPlans(root)
    if (!Array.isArray(plans)) throw new Error(plans.reason)
    expect(plans).toHaveLength(oracle.plans.length)
    for (const { file, sha256, sessionId } of oracle.plans) {
      const slug = file.slice('plans/'.length, -'.md'.length)
      expect(toSha256(String(readPlan(root, slug)))).toBe(sha256)
      expect(readLines(sessionId).flatMap(toPlanSlugs)).toContain(slug)
    }
    expect(plans.every(({ title }) => title?.startsWith('Plan: '))).toBe(true)
  })

  it('gives every prompt once, newest first, with its pastes, over pages of any size', () => {
    const texts: string[] = []
    const times: number[] = []
    const hashes: string[] = []
    for (let before: number | null | undefined; before !== null; ) {
      const page = readPrompts(root, { limit: 7, ...(before !== undefined && { before }) })
      if (page.kind !== 'prompts') throw new Error(page.reason)
      for (const { text, atMs, pastes } of page.prompts) {
        texts.push(text)
        times.push(atMs ?? 0)
        for (const { content, contentHash } of pastes) if (contentHash !== null) hashes.push(toSha256(content ?? ''))
      }
      before = page.next
    }
    expect(texts).toHaveLength(oracle.history.prompts)
    expect(times).toEqual(times.toSorted((one, other) => other - one))
    expect(hashes.sort()).toEqual(oracle.history.pastes.map(({ sha256 }) => sha256).sort())
    expect(texts.filter((text) => text.includes('[Pasted text'))).toEqual([])
  })
})

function toPlain(item: { status: string; activeForm: string | null }, subject: string) {
  return { subject, status: item.status, activeForm: item.activeForm }
}
