import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ProjectFiles } from './project-files.ts'

let root: string
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'project-')))
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

function write(...paths: string[]): void {
  for (const path of paths) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), path)
  }
}

async function list(files = new ProjectFiles(root)): Promise<string[]> {
  await files.refresh()
  return [...files.list.paths].sort()
}

describe('files of a project', () => {
  it('are all but what version control keeps, what is installed and what is ignored', async () => {
    write('a.ts', 'src/b.ts', '.git/HEAD', 'node_modules/x/index.js', 'out/c.js', 'src/gen/d.ts', '.env')
    writeFileSync(join(root, '.gitignore'), 'out/\n')
    writeFileSync(join(root, 'src/.gitignore'), 'gen\n')
    expect(await list()).toEqual(['.env', '.gitignore', 'a.ts', 'src/', 'src/.gitignore', 'src/b.ts'])
  })

  it('are none that a link leads to, and no pipe', async () => {
    write('a.ts')
    symlinkSync('/etc', join(root, 'etc'))
    symlinkSync(root, join(root, 'circle'))
    symlinkSync(join(root, 'a.ts'), join(root, 'b.ts'))
    execFileSync('mkfifo', [join(root, 'pipe')])
    expect(await list()).toEqual(['a.ts'])
  })

  it('are seen when they come, go, or are no longer ignored', async () => {
    write('a.ts', 'deep/er/b.ts')
    const files = new ProjectFiles(root)
    expect(await list(files)).toEqual(['a.ts', 'deep/', 'deep/er/', 'deep/er/b.ts'])
    write('deep/er/c.ts')
    rmSync(join(root, 'a.ts'))
    expect(await list(files)).toEqual(['deep/', 'deep/er/', 'deep/er/b.ts', 'deep/er/c.ts'])
    writeFileSync(join(root, 'deep/.gitignore'), 'er/\n')
    expect(await list(files)).toEqual(['deep/', 'deep/.gitignore'])
    writeFileSync(join(root, 'deep/.gitignore'), 'c.ts\n')
    expect(await list(files)).toEqual(['deep/', 'deep/.gitignore', 'deep/er/', 'deep/er/b.ts'])
  })

  it('are none of a folder that is gone or may not be read', async () => {
    expect(await list(new ProjectFiles(join(root, 'nowhere')))).toEqual([])
  })
})
