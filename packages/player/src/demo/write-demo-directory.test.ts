import { existsSync, globSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseLine } from '@quarterdeck/protocol'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { demoSessions } from './demo-sessions.ts'
import { type DemoDirectory, writeDemoDirectory } from './write-demo-directory.ts'

const NOW = new Date('2026-06-01T12:00:00Z')

describe('writeDemoDirectory', () => {
  let folder: string
  let directory: DemoDirectory
  let files: string[]
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'quarterdeck-demo-'))
    directory = await writeDemoDirectory(folder, NOW)
    files = globSync('projects/*/*.jsonl', { cwd: directory.configFolder }).map((name) =>
      join(directory.configFolder, name),
    )
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  it('has a dozen sessions in three projects that are there', () => {
    expect(files).toHaveLength(12)
    expect(directory.projects).toHaveLength(3)
    expect(directory.projects.every((project) => existsSync(join(project, 'README.md')))).toBe(true)
  })

  it('has only lines that we know, with titles, prompts and costs', () => {
    const lines = files.flatMap((file) => readFileSync(file, 'utf8').trim().split('\n')).map(parseLine)
    expect(lines.filter((line) => line.kind !== 'message' || line.faults.length > 0)).toEqual([])
    const titles = lines.flatMap((line) =>
      line.kind === 'message' && line.message.type === 'ai-title' ? [line.message.aiTitle] : [],
    )
    expect(titles.sort()).toEqual(demoSessions.map(({ title }) => title).sort())
  })

  it('has one unbroken thread per session', () => {
    for (const file of files) {
      const lines = readFileSync(file, 'utf8')
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line))
      const messages = lines.filter(({ uuid }) => uuid !== undefined)
      const parents = messages.map(({ parentUuid }) => parentUuid)
      expect(parents).toEqual([null, ...messages.map(({ uuid }) => uuid).slice(0, -1)])
    }
  })

  it('is of the time before now, newest first by the age of the files', () => {
    const newest = Math.max(...files.map((file) => statSync(file).mtimeMs))
    expect(newest).toBeLessThan(NOW.getTime())
    const stamps = files.flatMap((file) => readFileSync(file, 'utf8').match(/"timestamp":"[^"]+"/g) ?? [])
    expect(stamps.every((stamp) => stamp < `"timestamp":"${NOW.toISOString()}"`)).toBe(true)
  })

  it('keeps what a subagent did in a file of its own', () => {
    const agents = globSync('projects/*/*/subagents/*', { cwd: directory.configFolder })
    expect(agents.filter((name) => name.endsWith('.jsonl'))).toHaveLength(1)
    expect(agents.filter((name) => name.endsWith('.meta.json'))).toHaveLength(1)
  })
})
