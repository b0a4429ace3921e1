import { expect, test } from 'vitest'
import { withoutRule, withRule } from './with-rule.ts'

const settings = (permissions: unknown) => ({ model: 'opus', permissions, env: { A: '1' } })

test('takes one rule out, wherever it stands twice, and leaves the rest in its order', () => {
  const permissions = { allow: ['Read', 'Bash(ls)', 'Read', 'Edit'], deny: ['Read'] }
  const changed = withoutRule(settings(permissions), 'allow', 'Read')
  expect(JSON.stringify(changed)).toBe(JSON.stringify(settings({ allow: ['Bash(ls)', 'Edit'], deny: ['Read'] })))
})

test.each([
  [settings({ allow: ['Edit'], deny: ['Read'], ask: ['Read'] })],
  [settings({ allow: 'Read' })],
  [settings(null)],
  [{}],
])('takes nothing out of another list, nor of what is no list: %j', (given) => {
  expect(withoutRule(given, 'allow', 'Read')).toBe(null)
})

test('adds a rule once, behind the others, and makes the list where there is none', () => {
  const permissions = { allow: ['Read'], deny: ['WebFetch'] }
  expect(withRule(settings(permissions), 'deny', 'Bash(rm:*)')).toEqual(
    settings({ allow: ['Read'], deny: ['WebFetch', 'Bash(rm:*)'] }),
  )
  expect(withRule({}, 'ask', 'Edit')).toEqual({ permissions: { ask: ['Edit'] } })
  expect(withRule(settings(permissions), 'deny', 'WebFetch')).toBe(null)
})

test.each([[settings('none')], [settings({ deny: 'WebFetch' })], [settings([])]])(
  'does not write over what is no list: %j',
  (given) => {
    expect(() => withRule(given, 'deny', 'Edit')).toThrow('is no list')
  },
)
