import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { generateForTest, readWhole, type TestDirectory } from '../generate-for-test.ts'
import { toProjectFolderName } from '../plan/to-project-folder-name.ts'
import { toSha256 } from '../tools/workspace.ts'
import type { Line } from './line-facts.ts'

let directory: TestDirectory
beforeAll(async () => {
  directory = await generateForTest()
})
afterAll(() => directory.remove())

describe("The oracle's sessions", () => {
  it('agree with their lines', () => {
    for (const session of directory.oracle.sessions) {
      const { lines, damaged } = readWhole(directory.path, session.file)
      const times = lines.flatMap((line) => (typeof line.timestamp === 'string' ? [Date.parse(line.timestamp)] : []))
      const withPlace = lines.filter((line) => typeof line.cwd === 'string')
      expect(session.counts, session.file).toMatchObject({ lines: lines.length, damagedLines: damaged })
      expect(Math.min(...times), session.file).toBe(session.createdMs)
      expect(Math.max(...times), session.file).toBe(session.modifiedMs)
      expect(withPlace[0]?.cwd).toBe(session.projectPath)
      expect(withPlace.at(-1)?.gitBranch, session.file).toBe(session.gitBranch)
      expect(lines.filter(isPrompt).length, session.file).toBe(session.counts.prompts)
      expect(new Set(lines.flatMap(toMessageId)).size, session.file).toBe(session.counts.assistantMessages)
      expect(session.folderName).toBe(toProjectFolderName(session.projectPath))
    }
  })

  it('have titles by the rule', () => {
    const sources = new Set<string | undefined>()
    for (const { file, title, firstPrompt } of directory.oracle.sessions) {
      const { lines } = readWhole(directory.path, file)
      const last = (type: string, field: string) => lines.findLast((line) => line.type === type)?.[field]
      const generated = last('ai-title', 'aiTitle') ?? last('summary', 'summary')
      const custom = last('custom-title', 'customTitle') ?? readTitleFile(file)
      expect(title?.text ?? null, file).toBe(custom ?? generated ?? firstPrompt)
      sources.add(title?.source)
    }
    expect([...sources].sort()).toEqual(['custom', 'generated', 'prompt', undefined])
  })

  it('count the prompts of copies once', () => {
    const { sessions, prompts } = directory.oracle
    expect(sessions.some(({ copyOf }) => copyOf?.kind === 'fork')).toBe(true)
    expect(sessions.some(({ copyOf }) => copyOf?.kind === 'resume')).toBe(true)
    expect(sessions.reduce((sum, { counts }) => sum + counts.prompts, 0)).toBeGreaterThan(prompts)
  })
})

describe("The oracle's files", () => {
  it('name the versions that are there', () => {
    const { fileVersions } = directory.oracle
    expect(fileVersions.some(({ version }) => version > 2)).toBe(true)
    for (const { sessionId, backupFileName, sha256 } of fileVersions) {
      if (backupFileName === null) continue
      const content = readFileSync(join(directory.path, 'file-history', sessionId, backupFileName), 'utf8')
      expect(toSha256(content)).toBe(sha256)
    }
  })

  it('name the lists, plans and pastes that are there', () => {
    const { todos, plans, history, tasks } = directory.oracle
    for (const { file, items } of todos)
      expect(JSON.parse(readFileSync(join(directory.path, file), 'utf8'))).toEqual(items)
    for (const { folder, items } of tasks) {
      for (const item of items) {
        const task = readFileSync(join(directory.path, folder, `${item.id}.json`), 'utf8')
        expect(JSON.parse(task)).toMatchObject({ ...item })
      }
    }
    for (const { file, sha256 } of plans)
      expect(toSha256(readFileSync(join(directory.path, file), 'utf8'))).toBe(sha256)
    for (const { hash, sha256 } of history.pastes)
      expect(toSha256(readFileSync(join(directory.path, 'paste-cache', `${hash}.txt`), 'utf8'))).toBe(sha256)
    expect([todos, tasks, plans, history.pastes].every((list) => list.length > 0)).toBe(true)
    expect(readWhole(directory.path, 'history.jsonl').lines).toHaveLength(history.prompts)
  })
})

function isPrompt(line: Line): boolean {
  if (line.type !== 'user' || line.isMeta || line.isCompactSummary) return false
  const { content } = line.message as { content: string | Line[] }
  const text = typeof content === 'string' ? content : content.map((block) => block.text ?? block.type).join('')
  return !/^<(command-name|local-command-stdout|task-notification)|^\[Request interrupted|^tool_result$/.test(text)
}

function toMessageId(line: Line): string[] {
  return line.type === 'assistant' ? [(line.message as { id: string }).id] : []
}

function readTitleFile(file: string): string | undefined {
  try {
    const path = join(directory.path, file.replace(/\.jsonl$/, ''), 'custom-title.json')
    return (JSON.parse(readFileSync(path, 'utf8')) as { customTitle: string }).customTitle
  } catch {
    return undefined
  }
}
