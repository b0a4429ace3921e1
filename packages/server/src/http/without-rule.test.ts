import { expect, test } from 'vitest'
import { withoutRule } from './without-rule.ts'

const file = (permissions: unknown) => JSON.stringify({ model: 'opus', permissions, env: { A: '1' } })

test('takes one rule out, wherever it stands twice, and leaves the rest in its order', () => {
  const permissions = { allow: ['Read', 'Bash(ls)', 'Read', 'Edit'], deny: ['Read'] }
  expect(withoutRule(file(permissions), 'Read')).toEqual({
    kind: 'changed',
    text: `${JSON.stringify({ model: 'opus', permissions: { allow: ['Bash(ls)', 'Edit'], deny: ['Read'] }, env: { A: '1' } }, null, 2)}\n`,
  })
})

test.each([
  [file({ allow: ['Edit'], deny: ['Read'], ask: ['Read'] })],
  [file({ allow: 'Read' })],
  [file(null)],
  ['{}'],
])('never touches a rule that asks or denies, nor what is no list: %s', (text) => {
  expect(withoutRule(text, 'Read')).toEqual({ kind: 'absent' })
})

test.each([['{'], ['[]'], ['null'], ['']])('does not rewrite what it cannot read: %j', (text) => {
  expect(withoutRule(text, 'Read')).toEqual({ kind: 'malformed' })
})
