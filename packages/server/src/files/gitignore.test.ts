import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { isIgnored, parseGitignore } from './gitignore.ts'

function ignores(rules: string, path: string): boolean {
  const isFolder = path.endsWith('/')
  return isIgnored(parseGitignore(rules), path.replace(/\/$/, '').split('/'), isFolder) === true
}

describe('rules of a .gitignore', () => {
  it.each([
    ['*.log', 'debug.log', true],
    ['*.log', 'deep/er/debug.log', true],
    ['*.log', 'debug.logs', false],
    ['/out', 'out/', true],
    ['/out', 'deep/out/', false],
    ['out/', 'out/', true],
    ['out/', 'out', false],
    ['a/b', 'a/b', true],
    ['a/b', 'x/a/b', false],
    ['**/b', 'x/a/b', true],
    ['a/**', 'a/x/y', true],
    ['a/**', 'a/', false],
    ['a/**/b', 'a/b', true],
    ['a/**/b', 'a/x/y/b', true],
    ['*.js\n!keep.js', 'keep.js', false],
    ['!keep.js\n*.js', 'keep.js', true],
    ['# no rule', '# no rule', false],
    ['\\#file', '#file', true],
    ['file?.ts', 'file1.ts', true],
    ['file[0-9].ts', 'filex.ts', false],
    ['file[!0-9].ts', 'filex.ts', true],
    ['trailing   ', 'trailing', true],
    ['', 'x', false],
  ])('%j and %j: %s', (rules, path, expected) => {
    expect(ignores(rules, path)).toBe(expected)
  })

  it('say the same as git of generated paths', () => {
    const folder = mkdtempSync(join(tmpdir(), 'gitignore-'))
    try {
      const rules = ['*.log', '!a.log', '/build', 'x/**/y', 'z/', 'q[ab]?', '**/deep', 'm/n', 'w*w']
      const names = ['a.log', 'b.log', 'build', 'x', 'y', 'z', 'qa1', 'qc1', 'deep', 'm', 'n', 'wow', 'ww']
      const paths = names.flatMap((one) => names.map((other) => `${one}/${other}/${one}`))
      execFileSync('git', ['init', '-q', folder], { stdio: 'ignore' })
      writeFileSync(join(folder, '.gitignore'), rules.join('\n'))
      for (const path of paths) {
        mkdirSync(join(folder, dirname(path)), { recursive: true })
        writeFileSync(join(folder, path), '')
      }
      const asked = { cwd: folder, input: paths.join('\n') }
      const told = execFileSync('git', ['check-ignore', '--no-index', '--stdin'], asked).toString().trim().split('\n')
      // As the walk does it: what stands in an ignored folder is not looked at.
      const parsed = parseGitignore(rules.join('\n'))
      const ours = paths.filter((path) => {
        const parts = path.split('/')
        return parts.some((_, at) => isIgnored(parsed, parts.slice(0, at + 1), at < parts.length - 1) === true)
      })
      expect(ours.sort()).toEqual([...new Set(told)].sort())
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  })

  it('take no time to speak of, however hostile they are', () => {
    const hostile = parseGitignore(`${'a*'.repeat(200)}b\n${'**/'.repeat(150)}x`)
    const started = performance.now()
    isIgnored(
      hostile,
      Array.from({ length: 200 }, () => 'a'.repeat(250)),
      false,
    )
    // A regular expression would need longer than the world has.
    expect(performance.now() - started).toBeLessThan(30_000)
  })
})
