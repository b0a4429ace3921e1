import { describe, expect, it } from 'vitest'
import { findRuleProblem, isNegated } from './rule-text.ts'

describe('a rule that is to be written into a file', () => {
  it.each([
    ...['Bash', 'Bash(npm test:*)', 'Bash(git * main)', 'Read(.env)', 'Edit(src/**)', 'Read(*.pem)', 'Read(~/.ssh/*)'],
    ...['WebFetch(domain:example.com)', 'WebSearch(tides)', 'mcp__github', 'mcp__github__*', 'mcp__github__merge_pr'],
  ])('%s is one', (rule) => expect(findRuleProblem(rule)).toBe(null))

  it.each([
    // Which would take back what others forbid.
    ...['Read(!.env)', 'Edit( !.github/**)', 'Read(!**)', 'Read(./!.env)', 'Read(//!x)', 'Read(~/!x)', 'Read(././ !x)'],
    // For which 2.1.38 passes over the whole file.
    ...['bash', 'x', 'bash(rm:*)', 'Bash(a:*b)', 'Bash(:*)', 'Read(a:*)', 'Read(a*b)', 'mcp__x(y)', 'Bash()', 'Bash('],
    ...['WebFetch(https://example.com)', 'WebFetch(example.com)', 'WebSearch(a*)', 'Bash(a) b', '', ' ', 'Bash(a\nb)'],
    ...['Bash((a)', 'Read(\\!a)', '(a)', 'Bash( )'],
  ])('%j is none', (rule) => expect(findRuleProblem(rule)).toEqual(expect.any(String)))

  it('is known for one that takes back others', () => {
    expect(['Read(!a)', 'Edit( !a)', 'Edit(./!a)', 'Read(//!a)'].every(isNegated)).toBe(true)
    expect(['Read(a!)', 'Read', 'Read(./a/!b)', 'Bash(echo hi!)'].some(isNegated)).toBe(false)
  })
})
