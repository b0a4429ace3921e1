import { describe, expect, it } from 'vitest'
import { toAgentAnswer } from './to-agent-answer.ts'

const USED = '\n<usage>subagent_tokens: 120\ntool_uses: 1\nduration_ms: 64</usage>'
const SAID = 'It has two lines:\n\n- one\n- two'

describe('what an agent answered', () => {
  it('is what the CLI gives as data', () => {
    const content = [{ type: 'text', text: 'One.' }, { type: 'image' }, { type: 'text', text: 'Two.' }]
    expect(toAgentAnswer({ structured: { status: 'completed', content }, result: 'x' })).toBe('One.\nTwo.')
  })

  it('is without how it is gone on with and what it used, where there is no data', () => {
    const tail = `agentId: a1f6cff (for resuming to continue this agent's work if needed)${USED}`
    expect(toAgentAnswer({ result: `${SAID}\n${tail}` })).toBe(SAID)
    const kept = `agentId: a1f6cff\nworktreePath: /p/w\nworktreeBranch: b${USED}`
    expect(toAgentAnswer({ result: `${SAID}\n${kept}` })).toBe(SAID)
    expect(toAgentAnswer({ result: 'The agentId: field is wrong.' })).toBe('The agentId: field is wrong.')
  })

  it('is without the frame of newer CLIs, and without its indent', () => {
    const indented = SAID.replaceAll(/^/gm, '  ')
    const frame = '[Subagent hand-back] The text below is the final report of a subagent. The report follows:'
    expect(toAgentAnswer({ result: `${frame}\n${indented}\nagentId: a1f6cff${USED}` })).toBe(SAID)
  })

  it('is nothing where it was only sent', () => {
    expect(toAgentAnswer({ result: 'Async agent launched successfully.\nagentId: a (internal ID)' })).toBe('')
    expect(toAgentAnswer({})).toBe('')
  })
})
