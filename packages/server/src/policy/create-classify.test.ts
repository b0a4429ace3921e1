import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Classify, createClassify } from './create-classify.ts'

describe('what a path is, as the disk has it', () => {
  let home: string
  let classify: Classify
  beforeEach(() => {
    home = realpathSync(mkdtempSync(join(tmpdir(), 'classify-')))
    mkdirSync(at('elsewhere/data'), { recursive: true })
    symlinkSync(at('elsewhere/data'), at('data'))
    classify = createClassify({ home, data: [at('data'), at('later')], claude: [at('.claude')] })
  })
  afterEach(() => rmSync(home, { recursive: true, force: true }))

  const at = (...path: string[]) => join(home, ...path)
  const write = (path: string, text: string) => {
    mkdirSync(dirname(at(path)), { recursive: true })
    writeFileSync(at(path), text)
  }

  it('knows our folders by where they really are, by links to them, and before they are there', () => {
    symlinkSync(at('elsewhere'), at('way'))
    for (const path of ['data/x', 'elsewhere/data/x', 'way/data', 'way/data/new/deep', 'later/x'])
      expect([path, classify(at(path)).kind]).toEqual([path, 'protected'])
    expect(classify(at('elsewhere/notes.txt')).kind).toBe('ordinary')
  })

  it('lets a worktree be a project where git lists it, and not where a file only says so', () => {
    const tree = 'repo/.claude/worktrees/one'
    write(`${tree}/.git`, `gitdir: ${at('repo/.git/worktrees/one')}\n`)
    write(`${tree}/a.txt`, 'x')
    expect(classify(at(tree, 'a.txt')).kind).toBe('protected')
    write('repo/.git/worktrees/one/gitdir', `${at(tree, '.git')}\n`)
    expect(classify(at(tree, 'a.txt')).kind).toBe('ordinary')
    expect(classify(at(tree)).kind).toBe('ordinary')
    expect(classify(at(tree, '.git')).kind).toBe('protected')
    expect(classify(at(tree, '.claude/settings.json')).kind).toBe('protected')
    expect(classify(at('repo/.claude/settings.json')).kind).toBe('protected')
  })
})
