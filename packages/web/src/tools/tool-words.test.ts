import { expect, test } from 'vitest'
import { toFieldName } from './tool-words.ts'

test.each([
  ['Edit', 'file_path', 'File'],
  ['Edit', 'replace_all', 'At every place'],
  ['Bash', 'dangerouslyDisableSandbox', 'Without the sandbox'],
  ['mcp__files__write', 'file_path', 'file_path'],
  ['Edit', 'something_new', 'something_new'],
  ['Edit', 'constructor', 'constructor'],
  ['toString', 'length', 'length'],
])('%s: %s is called %s', (toolName, field, name) => {
  expect(toFieldName(toolName, field)).toBe(name)
})
