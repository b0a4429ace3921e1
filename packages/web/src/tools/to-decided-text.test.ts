import type { ToolStatus } from '@quarterdeck/transcript'
import { describe, expect, it } from 'vitest'
import { toDecidedText } from './to-decided-text.ts'
import { toStatusText } from './to-status-text.ts'

describe('a no', () => {
  it.each([
    ['Bash', 'denied', 'Denied by Pixel 9'],
    ['AskUserQuestion', 'skipped', 'Skipped by Pixel 9'],
    ['ExitPlanMode', 'kept planning', 'Kept planning, decided by Pixel 9'],
  ])('to %s is %s', (name, status, decided) => {
    const call = { kind: 'tool' as const, id: 't', name, input: {} }
    const say = (each: ToolStatus) => toStatusText({ key: 't', call: { ...call, status: each } })
    expect(say('denied')).toBe(status)
    expect(say('failed')).toBe('failed')
    expect(toDecidedText(name, 'denied', 'Pixel 9')).toBe(decided)
    expect(toDecidedText(name, 'allowed', 'Pixel 9')).toBe('Allowed by Pixel 9')
  })
})
