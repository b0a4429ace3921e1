import { describe, expect, it } from 'vitest'
import { type Decision, toDecision } from './to-decision.ts'

const asked = { requestId: 'r', input: { command: 'ls' }, toolUseId: 't' }
const inside = (kind: 'permission' | 'question' | 'elicitation' | 'dialog', decision: Decision) =>
  (toDecision({ ...asked, kind }, decision).response as { response: object }).response

describe('the line that answers a request of the CLI', () => {
  it('repeats the input of a tool that is allowed, or sends the edited one', () => {
    expect(inside('permission', { behavior: 'allow' })).toEqual({
      behavior: 'allow',
      updatedInput: { command: 'ls' },
      toolUseID: 't',
    })
    const edited = { behavior: 'allow', updatedInput: { command: 'ls -l' } } as const
    expect(inside('question', edited)).toMatchObject({ updatedInput: { command: 'ls -l' } })
  })

  it('gives every deny a message, because the CLI takes one without for a broken answer', () => {
    expect(inside('permission', { behavior: 'deny', message: ' ' })).toMatchObject({
      behavior: 'deny',
      message: 'The user denied this request.',
    })
  })

  it.each([
    ['elicitation', { behavior: 'allow', updatedInput: { name: 'x' } }, { action: 'accept', content: { name: 'x' } }],
    ['elicitation', { behavior: 'deny' }, { action: 'decline' }],
    ['elicitation', { behavior: 'deny', interrupt: true }, { action: 'cancel' }],
    ['dialog', { behavior: 'allow' }, { behavior: 'completed', result: {} }],
    ['dialog', { behavior: 'deny' }, { behavior: 'cancelled' }],
  ] as const)('speaks the words of the %s for %j', (kind, decision, expected) => {
    expect(inside(kind, decision)).toEqual(expected)
  })

  it('throws for a behavior that is neither allow nor deny', () => {
    expect(() => inside('permission', { behavior: 'yes' as 'allow' })).toThrow("'yes' is neither allow nor deny.")
  })
})
