import type { Approval } from '@quarterdeck/transcript'
import { describe, expect, it } from 'vitest'
import { SKIPPED, toOutcomeText } from './to-outcome-text.ts'

const toCard = (kind: Approval['kind'], toolName: string): Approval => ({
  requestId: 'r',
  kind,
  toolName,
  input: {},
  suggestions: [],
})
const by = 'Pixel 9'

describe('what became of a card', () => {
  it.each([
    ['approval', 'Bash', { outcome: 'allowed', by }, 'Bash was allowed by Pixel 9.'],
    ['approval', 'Bash', { outcome: 'denied', by, message: 'No.' }, 'Bash was denied by Pixel 9. It said: No.'],
    [
      'question',
      'AskUserQuestion',
      { outcome: 'denied', by, message: SKIPPED },
      'The question was skipped by Pixel 9.',
    ],
    ['question', 'AskUserQuestion', { outcome: 'answered' }, 'The question was answered.'],
    ['plan', 'ExitPlanMode', { outcome: 'denied' }, 'Claude kept planning.'],
    ['plan', 'ExitPlanMode', { outcome: 'allowed', by }, 'The plan was approved by Pixel 9.'],
    [
      'plan',
      'ExitPlanMode',
      { outcome: 'denied', by, message: 'Look twice.' },
      'Claude kept planning, decided by Pixel 9. It said: Look twice.',
    ],
  ] as const)('of %s %s is told', (kind, toolName, decision, text) => {
    const approval = toCard(kind, toolName)
    expect(toOutcomeText({ approval, wasLate: false }, decision)).toBe(text)
    expect(toOutcomeText({ approval, wasLate: true }, decision)).toBe(`${text} Your answer came too late.`)
  })

  it('is nothing that nobody knows of', () => {
    expect(toOutcomeText({ approval: toCard('plan', 'ExitPlanMode'), wasLate: false }, undefined)).toBeNull()
  })
})
