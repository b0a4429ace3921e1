import { mkdirSync, symlinkSync } from 'node:fs'
import { zstdCompressSync } from 'node:zlib'
import { createRandom, listRecordings, mutateLine, readRecording } from '@quarterdeck/testkit'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readDebugLog } from './debug/debug-logs.ts'
import { DirectoryForTest } from './directory-for-test.ts'
import { toFileChange } from './file-history/file-change.ts'
import { listFileVersions } from './file-history/list-file-versions.ts'
import { readFileVersion, type VersionContent } from './file-history/read-file-version.ts'
import { isObject, parseJson } from './parse-json.ts'
import { readPlan } from './plans/list-plans.ts'
import { toPlanSlugs } from './plans/to-plan-slugs.ts'
import { parsePrompt } from './prompts/parse-prompt.ts'
import { readPaste } from './prompts/read-paste.ts'
import { readSafeLines } from './safe-copies/read-safe-lines.ts'
import { deriveTodos } from './todos/derive-todos.ts'
import { readTodos } from './todos/read-todos.ts'
import { restoreFile } from './writes/restore-file.ts'
import { writeSessionFact } from './writes/session-facts.ts'

const SESSION = '11111111-2222-4333-8444-555555555555'
const CANARY = 'the canary'
let directory: DirectoryForTest
beforeEach(() => {
  directory = new DirectoryForTest()
})
afterEach(() => directory.remove())

describe('lines that are not what they should be', () => {
  it('never make a reader fail, whatever was done to them', async () => {
    const random = createRandom(17)
    const lines = ['edit', 'todo-list', 'task-list', 'plan-approved', 'notebook-edit', 'rewind-files']
      .filter((name) => listRecordings('2.1.325').includes(name))
      .flatMap((name) => ['2.1.38', '2.1.325'].flatMap((version) => readRecording(version, name).files))
      .filter(({ path }) => path.endsWith('.jsonl'))
      .flatMap((file) => file.lines.filter((line) => line.length < 4000))
    let changed = 0
    for (let round = 0; round < 15; round++) {
      const damaged = lines.map((line) => parseJson(mutateLine(line, random))).filter(isObject)
      changed += damaged.length
      for (const line of damaged) {
        toFileChange(line)
        toPlanSlugs(line)
        parsePrompt(JSON.stringify(line), 0)
      }
      await deriveTodos(damaged)
      await listFileVersions(directory.root, SESSION, damaged)
    }
    expect(changed).toBeGreaterThan(1000)
  })
})

describe('names that are not what they should be', () => {
  const WAYS = [
    '',
    '../',
    '../../',
    './',
    '/',
    'link/',
    'link/../',
    '..\\',
    '%2e%2e%2f',
    '\0',
    'plans/link/',
    '~/',
    '-',
    ' ',
  ]
  const TARGETS = ['canary', 'canary.zst', 'canary.txt', 'canary.md', SESSION, `${SESSION}.jsonl`, 'a1b2@v1', '..', '']
  const BEFORE = ['', '../', 'link/', './']
  const NAMES = BEFORE.flatMap((one) => WAYS.flatMap((other) => TARGETS.map((target) => `${one}${other}${target}`)))

  it('lead nowhere: nothing outside is read or changed', async () => {
    for (const name of ['canary', 'canary.txt', 'canary.md', 'canary.jsonl', `${SESSION}.jsonl`, 'a1b2@v1'])
      directory.write(name, CANARY)
    directory.write('canary.zst', zstdCompressSync(Buffer.from(CANARY)))
    const root = directory.path('root')
    for (const folder of ['plans', 'paste-cache', 'debug', 'todos', `file-history/${SESSION}`, 'projects/app', 'work'])
      mkdirSync(`${root}/${folder}`, { recursive: true })
    for (const folder of ['plans', 'paste-cache', 'debug', `file-history/${SESSION}`, 'projects/app', 'work'])
      symlinkSync(directory.root, `${root}/${folder}/link`)
    for (const name of NAMES) {
      const read = [
        readPlan(root, name),
        readPaste(root, name),
        readDebugLog(root, name),
        await readTodos(root, name),
        toText(await readFileVersion(root, SESSION, name, [])),
        toText(await readFileVersion(root, name, 'a1b2@v1', [])),
      ]
      for await (const line of readSafeLines(root, name)) read.push(line as never)
      expect(JSON.stringify(read), JSON.stringify(name)).not.toContain(CANARY)
      writeSessionFact(root, { folderName: name, sessionId: SESSION }, { type: 'tag', tag: 'x' })
      writeSessionFact(root, { folderName: name, sessionId: SESSION }, { type: 'archived', isArchived: true, atMs: 0 })
      restoreFile({ project: `${root}/work`, path: name, content: Buffer.from('x'), isForced: true })
    }
    for (const name of ['canary', 'canary.txt', 'canary.md', 'canary.jsonl', `${SESSION}.jsonl`, 'a1b2@v1'])
      expect(directory.read(name)).toBe(CANARY)
  })
})

function toText(read: VersionContent): string {
  return read.kind === 'content' ? read.content.toString() : read.kind
}
