import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { root } from '../root.ts'

const COPIED = [
  ...['biome.json', 'tsconfig.base.json', 'tsconfig.json', 'tsconfig.pure.json'],
  ...['assert-node', 'build', 'chromium', 'command', 'root', 'run-program', 'run-vitest'].map(
    (name) => `scripts/${name}.ts`,
  ),
  ...['boundaries', 'cycles', 'quick-checks', 'read-imports', 'rooms', 'words'].map(
    (name) => `scripts/checks/${name}.ts`,
  ),
  ...['scripts/commands/test.ts', 'scripts/bootstrap'],
]

/** A clone with the real checks and next to nothing to check, so that they are quick. */
describe('npm test', () => {
  let clone: string
  beforeEach(() => {
    // Inside the clone, so that whatever is not a copy is found.
    mkdirSync(join(root, '.cache'), { recursive: true })
    clone = mkdtempSync(join(root, '.cache', 'broken-clone-'))
    for (const path of COPIED) cpSync(join(root, path), join(clone, path), { recursive: true })
    symlinkSync(join(root, 'node_modules'), join(clone, 'node_modules'))
    write('.gitignore', 'node_modules\n')
    write('docs/glossary.md', '| word | means | not | never in code |\n|---|---|---|---|\n')
    write('packages/protocol/src/index.ts', 'export const version = 1\n')
    write('package.json', toJson({ name: 'clone', private: true, type: 'module' }))
    write('knip.json', toJson({ entry: 'packages/*/src/*.ts', project: 'packages/**' }))
  })
  afterEach(() => rmSync(clone, { recursive: true, force: true }))

  const toJson = (value: object) => `${JSON.stringify(value, null, 2)}\n`

  function write(path: string, text: string): void {
    mkdirSync(join(clone, path, '..'), { recursive: true })
    writeFileSync(join(clone, path), text)
  }

  function run() {
    const script = join(clone, 'scripts/commands/test.ts')
    const { stdout, status } = spawnSync(process.execPath, [script], { cwd: clone, encoding: 'utf8' })
    return {
      status,
      stdout,
      failed: stdout.match(/(?<=^FAILED ).*(?= \()/gm) ?? [],
      last: stdout.trim().split('\n').at(-1),
    }
  }

  it.each([
    ['a type error', 'types', 'server/src/a.ts', "export const a: number = 'ten'\n", 'a.ts(1,14): error TS2322'],
    ['a wrong format', 'format and lint', 'server/src/a.ts', 'export const a   =   10\n', 'a.ts format'],
    ['Node in the page', 'boundaries', 'web/src/a.ts', "export { env } from 'node:process'\n", 'a.ts'],
    ['code that nothing uses', 'dead code', 'server/src/b/a.ts', 'export const a = 10\n', 'Unused files (1)'],
  ])('does not pass %s: no test is run, and the last line says so', (_, check, path, source, said) => {
    write(join('packages', path), source)
    const { status, stdout, failed, last } = run()
    expect(failed, stdout).toEqual([check])
    expect(stdout).toContain(said)
    expect(last).toBe('0 passed, 1 failed')
    expect(status).toBe(1)
  })

  it('tells of all that is wrong at once', () => {
    write('packages/protocol/src/seconds.ts', "export const seconds: number   = 'ten'\n")
    const { status, failed, last } = run()
    expect(failed).toEqual(['format and lint', 'types', 'types without Node and DOM'])
    expect(last).toBe('0 passed, 3 failed')
    expect(status).toBe(1)
  })
})
