import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ControlResponse } from './envelope.ts'
import { repairControlResponse } from './repair-client-response.ts'

const rule = {
  type: 'addRules',
  rules: [{ toolName: 'Bash', ruleContent: 'git show:*' }],
  behavior: 'allow',
  destination: 'localSettings',
}

function answer(response: unknown) {
  return { type: 'control_response', response: { subtype: 'success', request_id: 'r1', response } }
}

describe('repairControlResponse', () => {
  it('leaves a right answer as it is', () => {
    for (const right of [
      answer({
        behavior: 'allow',
        updatedInput: { command: 'exit 3' },
        updatedPermissions: [rule],
        toolUseID: 'toolu_1',
      }),
      answer({ behavior: 'deny', message: 'No', interrupt: true }),
      answer({ mcp_response: { jsonrpc: '2.0', id: 0, result: {} } }),
      answer({ action: 'accept', content: { name: 'Ada' } }),
      { type: 'control_response', response: { subtype: 'success', request_id: 'r1' } },
      { type: 'control_response', response: { subtype: 'error', request_id: 'r1', error: 'No' }, session_id: 's' },
    ]) {
      expect(repairControlResponse(right)).toEqual(right)
    }
  })

  it('moves the id of the top level into the response', () => {
    const line =
      '{"type":"control_response","request_id":"r1","response":{"subtype":"success","response":{"behavior":"allow","updated_input":{"questions":[],"answers":{"Which database?":"PostgreSQL (Recommended)"}}}}}'
    expect(repairControlResponse(JSON.parse(line))).toEqual(
      answer({
        behavior: 'allow',
        updatedInput: { questions: [], answers: { 'Which database?': 'PostgreSQL (Recommended)' } },
      }),
    )
  })

  it('leaves a bare allow bare, for the host to fill in the input', () => {
    const bare = {
      type: 'control_response',
      request_id: 'r1',
      response: { subtype: 'success', response: { behavior: 'allow' } },
    }
    expect(repairControlResponse(bare)).toEqual(answer({ behavior: 'allow' }))
    expect(repairControlResponse(answer({ behavior: 'allow', updatedInput: null }))).toEqual(
      answer({ behavior: 'allow' }),
    )
  })

  it('gives a deny the message that the CLI demands', () => {
    const denied = answer({ behavior: 'deny', message: 'The user denied this request.' })
    expect(repairControlResponse(answer({ behavior: 'deny' }))).toEqual(denied)
    expect(repairControlResponse(answer({ behavior: 'deny', message: '' }))).toEqual(denied)
  })

  it('turns a chosen suggestion into the permissions to save', () => {
    const chosen = answer({ behavior: 'allow', updatedInput: {}, applyPermissionSuggestion: rule })
    expect(repairControlResponse(chosen)).toEqual(
      answer({ behavior: 'allow', updatedInput: {}, updatedPermissions: [rule] }),
    )
    const spelt = answer({ behavior: 'allow', updated_permissions: [rule], tool_use_id: 'toolu_1' })
    expect(repairControlResponse(spelt)).toEqual(
      answer({ behavior: 'allow', updatedPermissions: [rule], toolUseID: 'toolu_1' }),
    )
  })

  it('prefers the right spelling where both are there', () => {
    const both = answer({ behavior: 'allow', updatedInput: { a: 1 }, updated_input: { a: 2 } })
    expect(repairControlResponse(both)).toEqual(answer({ behavior: 'allow', updatedInput: { a: 1 } }))
  })

  it('takes an answer without a subtype for a success', () => {
    const flat = { type: 'control_response', response: { request_id: 'r1', behavior: 'deny', message: 'No' } }
    expect(repairControlResponse(flat)).toEqual(answer({ behavior: 'deny', message: 'No' }))
  })

  it('gives an error a text', () => {
    const silent = { type: 'control_response', response: { subtype: 'error', request_id: 'r1' } }
    expect(repairControlResponse(silent)?.response).toMatchObject({ error: 'The client reported an error.' })
  })

  it('says null to what is no answer', () => {
    for (const other of [
      null,
      'allow',
      [],
      {},
      { type: 'control_request', request_id: 'r1', request: { subtype: 'interrupt' } },
      { type: 'control_response', response: { subtype: 'success', response: { behavior: 'allow' } } },
      { type: 'control_response', request_id: 'r1', response: 'allow' },
      { type: 'control_response', request_id: 7, response: {} },
    ]) {
      expect(repairControlResponse(other)).toBeNull()
    }
  })

  const oddValue = fc.oneof(fc.jsonValue(), fc.constant(rule), fc.constant({ command: 'ls' }))
  const result = fc.record(
    {
      behavior: fc.constantFrom('allow', 'deny', 'ask'),
      message: oddValue,
      updatedInput: oddValue,
      updated_input: oddValue,
      updatedPermissions: oddValue,
      updated_permissions: oddValue,
      applyPermissionSuggestion: oddValue,
      tool_use_id: oddValue,
    },
    { requiredKeys: [] },
  )
  const oddAnswer = fc.record(
    {
      type: fc.constant('control_response'),
      request_id: fc.oneof(fc.string(), oddValue),
      response: fc.oneof(
        result,
        fc.record(
          {
            subtype: fc.constantFrom('success', 'error', 'other'),
            request_id: fc.string(),
            response: result,
            error: oddValue,
          },
          { requiredKeys: [] },
        ),
      ),
    },
    { requiredKeys: ['type'] },
  )

  it('finds nothing more to repair in what it repaired, which the CLI can read', () => {
    fc.assert(
      fc.property(oddAnswer, (odd) => {
        const once = repairControlResponse(odd)
        if (once === null) return
        expect(repairControlResponse(once)).toEqual(once)
        expect(ControlResponse.safeParse(once).success).toBe(true)
      }),
    )
  })
})
