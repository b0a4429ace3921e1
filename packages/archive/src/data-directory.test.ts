import { homedir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { findDataDirectory } from './data-directory.ts'

it.each([
  [{ CLAUDE_CONFIG_DIR: '/elsewhere', HOME: '/home/her' }, '/elsewhere'],
  [{ CLAUDE_CONFIG_DIR: '', HOME: '/home/her' }, '/home/her/.claude'],
  [{}, join(homedir(), '.claude')],
])('finds the data directory of %j', (env, expected) => {
  expect(findDataDirectory(env)).toBe(expected)
})
