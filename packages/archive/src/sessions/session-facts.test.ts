import { describe, expect, it } from 'vitest'
import { applyLine, type SessionFacts } from './session-facts.ts'

describe('the facts of a session', () => {
  it('have a later custom title in place of the agent name too, as the fold does', () => {
    const facts: SessionFacts = {}
    applyLine(facts, { type: 'custom-title', customTitle: 'One' })
    expect(facts).toEqual({ customTitle: 'One' })
    applyLine(facts, { type: 'agent-name', agentName: 'One' })
    applyLine(facts, { type: 'custom-title', customTitle: 'Two' })
    expect(facts).toEqual({ customTitle: 'Two', agentName: 'Two' })
  })
})
