import type { ToolCall } from '@quarterdeck/transcript'
import { describe, expect, it } from 'vitest'
import { toReasonText, withoutRefusal } from './without-refusal.ts'

const MODEL =
  "The user doesn't want to proceed with this tool use. The tool use was rejected. To tell you how to proceed, the user said:\nUse the notes."

describe('a call that a person did not want', () => {
  const shown = (more: Partial<ToolCall>) => {
    const call = { kind: 'tool' as const, id: 't', name: 'Bash', input: {}, status: 'denied' as const, ...more }
    return withoutRefusal({ key: 't', call }).call.result
  }

  it('says why in the words of the person, and once', () => {
    expect(toReasonText(MODEL)).toBe('Use the notes.')
    expect(shown({ result: MODEL, reason: MODEL })).toBe('')
    expect(shown({ result: 'Stop here.', reason: 'Stop here.' })).toBe('')
    expect(toReasonText("The user doesn't want to proceed with this tool use. Stop.")).toBeUndefined()
  })

  it('keeps what a command had written before it was stopped', () => {
    const result = 'tick\ntick\nExit code 137\n[Request interrupted by user for tool use]'
    expect(shown({ status: 'cancelled', result })).toBe('tick\ntick')
  })

  it('leaves out what was put in for the model, and nothing else', () => {
    expect(shown({ status: 'done', result: 'one\n<system-reminder>\nlook out\n</system-reminder>' })).toBe('one')
    expect(shown({ status: 'done', result: 'Exit code 137' })).toBe('Exit code 137')
  })
})
