import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { findMainRoot } from './find-main-root.ts'

let home: string
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'quarterdeck-root-'))
  mkdirSync(join(home, 'main/.git/worktrees/side'), { recursive: true })
  mkdirSync(join(home, 'main/packages/one'), { recursive: true })
  mkdirSync(join(home, 'side/deep'), { recursive: true })
  mkdirSync(join(home, 'main/module'))
})
afterEach(() => rmSync(home, { recursive: true }))

test('is the folder with the repository, from anywhere below it', () => {
  expect(findMainRoot(join(home, 'main/packages/one'))).toBe(join(home, 'main'))
  expect(findMainRoot(join(home, 'main'))).toBe(join(home, 'main'))
})

test('is that of the repository a worktree was made from, and a submodule’s own', () => {
  writeFileSync(join(home, 'side/.git'), `gitdir: ${home}/main/.git/worktrees/side\n`)
  // As long as the repository does not say so, too.
  expect(findMainRoot(join(home, 'side/deep'))).toBe(join(home, 'side'))
  writeFileSync(join(home, 'main/.git/worktrees/side/gitdir'), `${home}/side/.git\n`)
  writeFileSync(join(home, 'main/module/.git'), 'gitdir: ../.git/modules/module\n')
  expect(findMainRoot(join(home, 'side/deep'))).toBe(join(home, 'main'))
  expect(findMainRoot(join(home, 'main/module'))).toBe(join(home, 'main/module'))
})

test('is none where there is no repository', () => {
  expect(findMainRoot(join(home, 'side'))).toBeNull()
})

test('does not wait for what is no plain file, wherever it stands', () => {
  const own = join(home, 'main/.git/worktrees/side')
  writeFileSync(join(home, 'side/.git'), `gitdir: ${own}\n`)
  execFileSync('mkfifo', [join(own, 'gitdir')])
  expect(findMainRoot(join(home, 'side'))).toBe(join(home, 'side'))
  rmSync(join(own, 'gitdir'))
  symlinkSync('/dev/zero', join(own, 'gitdir'))
  expect(findMainRoot(join(home, 'side'))).toBe(join(home, 'side'))
  rmSync(join(home, 'side/.git'))
  execFileSync('mkfifo', [join(home, 'side/.git')])
  expect(findMainRoot(join(home, 'side'))).toBeNull()
})
