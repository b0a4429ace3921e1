import { describe, expect, it } from 'vitest'
import {
  toAllow,
  toControlCancel,
  toControlError,
  toControlRequest,
  toControlSuccess,
  toDeny,
  toMcpResponse,
} from './build.ts'
import { ControlCancelRequest, ControlRequest, ControlResponse } from './envelope.ts'

const input = { command: 'echo hi > b.txt; cat b.txt', description: 'Say hi' }

describe('toControlRequest', () => {
  it('puts the id beside the request', () => {
    const line = toControlRequest('c1', { subtype: 'set_model', model: 'claude-opus-4-6' })
    expect(JSON.stringify(line)).toBe(
      '{"type":"control_request","request_id":"c1","request":{"subtype":"set_model","model":"claude-opus-4-6"}}',
    )
    expect(ControlRequest.safeParse(line).success).toBe(true)
  })

  it('carries a subtype that we do not know', () => {
    expect(toControlRequest('c1', { subtype: 'teleport', to: 'mars' }).request).toEqual({
      subtype: 'teleport',
      to: 'mars',
    })
  })
})

describe('toControlSuccess and toControlError', () => {
  it('put the id inside the response, where the CLI looks for it', () => {
    expect(toControlSuccess('r1', { action: 'cancel' })).toEqual({
      type: 'control_response',
      response: { subtype: 'success', request_id: 'r1', response: { action: 'cancel' } },
    })
    expect(toControlError('r1', 'Unsupported control request subtype: teleport')).toEqual({
      type: 'control_response',
      response: { subtype: 'error', request_id: 'r1', error: 'Unsupported control request subtype: teleport' },
    })
  })

  it('leave an absent payload out', () => {
    expect(toControlSuccess('r1').response).not.toHaveProperty('response')
  })
})

describe('toAllow', () => {
  it('writes the line that CLI 2.1.38 and 2.1.325 took', () => {
    expect(JSON.stringify(toAllow({ requestId: 'd544d379', input }))).toBe(
      '{"type":"control_response","response":{"subtype":"success","request_id":"d544d379","response":{"behavior":"allow","updatedInput":{"command":"echo hi > b.txt; cat b.txt","description":"Say hi"}}}}',
    )
  })

  it('sends the edited input in place of the original', () => {
    const line = toAllow({ requestId: 'r1', input, updatedInput: { command: 'true' } })
    expect(line.response).toMatchObject({ response: { updatedInput: { command: 'true' } } })
    expect(JSON.stringify(line)).not.toContain('Say hi')
  })

  it('passes the chosen suggestions and the id of the tool call', () => {
    const rule = {
      type: 'addRules' as const,
      rules: [{ toolName: 'Bash', ruleContent: 'exit 3' }],
      behavior: 'allow',
      destination: 'localSettings',
    }
    const line = toAllow({ requestId: 'r1', input, updatedPermissions: [rule], toolUseId: 'toolu_1' })
    expect(line.response).toMatchObject({ response: { updatedPermissions: [rule], toolUseID: 'toolu_1' } })
    expect(ControlResponse.safeParse(line).success).toBe(true)
  })
})

describe('toDeny', () => {
  it('always has a message', () => {
    for (const message of [undefined, '', '  ']) {
      expect(toDeny({ requestId: 'r1', message }).response).toEqual({
        subtype: 'success',
        request_id: 'r1',
        response: { behavior: 'deny', message: 'The user denied this request.' },
      })
    }
  })

  it('says why, and whether the turn ends', () => {
    expect(
      toDeny({ requestId: 'r1', message: 'Not there', interrupt: true, toolUseId: 'toolu_1' }).response,
    ).toMatchObject({
      response: { behavior: 'deny', message: 'Not there', interrupt: true, toolUseID: 'toolu_1' },
    })
  })
})

describe('toControlCancel', () => {
  it('names the request that is given up', () => {
    const line = toControlCancel('c1')
    expect(line).toEqual({ type: 'control_cancel_request', request_id: 'c1' })
    expect(ControlCancelRequest.safeParse(line).success).toBe(true)
  })
})

describe('toMcpResponse', () => {
  it('wraps the reply of the server', () => {
    const reply = { jsonrpc: '2.0', id: 2, result: { content: [{ type: 'text', text: 'hey' }] } }
    expect(toMcpResponse('r1', reply).response).toMatchObject({ request_id: 'r1', response: { mcp_response: reply } })
  })
})
