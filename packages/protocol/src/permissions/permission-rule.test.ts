import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parsePermissionRule, printPermissionRule } from './permission-rule.ts'

describe('parsePermissionRule', () => {
  it.each([
    ['Read', { toolName: 'Read' }],
    ['Bash(npm:*)', { toolName: 'Bash', ruleContent: 'npm:*' }],
    ['Bash(echo hi *)', { toolName: 'Bash', ruleContent: 'echo hi *' }],
    ['WebFetch(domain:example.org)', { toolName: 'WebFetch', ruleContent: 'domain:example.org' }],
    ['Read(//home/user/project/**)', { toolName: 'Read', ruleContent: '//home/user/project/**' }],
    ['mcp__server', { toolName: 'mcp__server' }],
    ['mcp__server__tool', { toolName: 'mcp__server__tool' }],
    ['Bash(python -c \\"print\\(1\\)\\")', { toolName: 'Bash', ruleContent: 'python -c \\"print(1)\\"' }],
    ['Bash(echo a\\\\b)', { toolName: 'Bash', ruleContent: 'echo a\\b' }],
    ['Bash(echo \\\\\\))', { toolName: 'Bash', ruleContent: 'echo \\)' }],
  ])('reads %s', (text, rule) => {
    expect(parsePermissionRule(text)).toEqual(rule)
  })

  it('takes empty parentheses and a lone star for the whole tool', () => {
    expect(parsePermissionRule('Bash()')).toEqual({ toolName: 'Bash' })
    expect(parsePermissionRule('Bash(*)')).toEqual({ toolName: 'Bash' })
  })

  it('understands bare parentheses inside the content', () => {
    expect(parsePermissionRule('Bash(echo $(date))')).toEqual({ toolName: 'Bash', ruleContent: 'echo $(date)' })
  })

  it.each(['Bash(npm', 'Bash(npm) run', '(npm)', 'Bash)npm(', 'Bash(npm\\)', 'Bash\\(npm)', 'Ba)sh(npm)', ''])(
    'takes %j for a name, so that no mistake widens a rule',
    (text) => {
      expect(parsePermissionRule(text)).toEqual({ toolName: text })
    },
  )
})

describe('printPermissionRule', () => {
  it('writes parentheses and backslashes as the CLI does', () => {
    expect(printPermissionRule({ toolName: 'Bash', ruleContent: 'echo a(b) \\n' })).toBe('Bash(echo a\\(b\\) \\\\n)')
    expect(printPermissionRule({ toolName: 'Read' })).toBe('Read')
    expect(printPermissionRule({ toolName: 'Read', ruleContent: '' })).toBe('Read')
  })

  it.each(['Read', 'Bash(npm:*)', 'Bash(echo a\\(b\\))', 'mcp__server__*', 'Bash(a\\\\b)'])(
    'writes %s as it was read',
    (text) => {
      expect(printPermissionRule(parsePermissionRule(text))).toBe(text)
    },
  )

  const toolName = fc.stringMatching(/^[A-Za-z_][\w*-]{0,20}$/)
  const ruleContent = fc
    .oneof(
      fc.string({ minLength: 1 }),
      fc.string({ unit: fc.constantFrom('\\', '(', ')', '*', 'a', ' '), minLength: 1 }),
    )
    .filter((content) => content !== '*')

  it('is read back as the same rule, whatever the content', () => {
    fc.assert(
      fc.property(toolName, fc.option(ruleContent, { nil: undefined }), (name, content) => {
        const rule = content === undefined ? { toolName: name } : { toolName: name, ruleContent: content }
        expect(parsePermissionRule(printPermissionRule(rule))).toEqual(rule)
      }),
    )
  })

  it('settles after one round for any text at all', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('\\', '(', ')', '*', 'a') }), (text) => {
        const rule = parsePermissionRule(text)
        expect(parsePermissionRule(printPermissionRule(rule))).toEqual(rule)
      }),
    )
  })
})
