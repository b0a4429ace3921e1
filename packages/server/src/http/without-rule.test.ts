import { expect, test } from 'vitest'
import { withoutRule } from './without-rule.ts'

const settings = (permissions: unknown) => ({ model: 'opus', permissions, env: { A: '1' } })

test('takes one rule out, wherever it stands twice, and leaves the rest in its order', () => {
  const permissions = { allow: ['Read', 'Bash(ls)', 'Read', 'Edit'], deny: ['Read'] }
  const changed = withoutRule(settings(permissions), 'Read')
  expect(JSON.stringify(changed)).toBe(JSON.stringify(settings({ allow: ['Bash(ls)', 'Edit'], deny: ['Read'] })))
})

test.each([
  [settings({ allow: ['Edit'], deny: ['Read'], ask: ['Read'] })],
  [settings({ allow: 'Read' })],
  [settings(null)],
  [{}],
])('never touches a rule that asks or denies, nor what is no list: %j', (given) => {
  expect(withoutRule(given, 'Read')).toBe(null)
})
