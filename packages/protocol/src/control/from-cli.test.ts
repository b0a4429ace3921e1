import { describe, expect, it } from 'vitest'
import { requestsFromCli } from './from-cli.ts'

describe('can_use_tool', () => {
  const { request, response } = requestsFromCli.can_use_tool

  it('keeps every hint that decides how a prompt is shown', () => {
    const body = {
      subtype: 'can_use_tool',
      tool_name: 'mcp__mine__hello',
      display_name: 'hello',
      input: {},
      mcp_server: { name: 'mine', source: 'sdk' },
      decision_reason: 'Rule \u001b[1mBash(touch *)\u001b[22m asks',
      decision_reason_type: 'rule',
      decision_reason_rule_source: 'projectSettings',
      matched_ask_rule: { source: 'projectSettings', tool_name: 'Bash', rule_content: 'touch *' },
      suppress_always_allow_rule: true,
      default_to_no: true,
      requires_user_interaction: true,
      server_policy_ask_only: false,
      tool_use_id: 'toolu_1',
      agent_id: 'a1',
    }
    expect(request.parse(body)).toEqual(body)
  })

  it('needs no more than a tool and its input, as the oldest CLIs ask', () => {
    const bare = { subtype: 'can_use_tool', tool_name: 'WebSearch', input: { query: 'news' } }
    expect(request.safeParse(bare).success).toBe(true)
    expect(request.safeParse({ subtype: 'can_use_tool', tool_name: 'WebSearch' }).success).toBe(false)
  })

  it('is answered with a behavior, never with a decision', () => {
    expect(response.safeParse({ behavior: 'allow', updatedInput: {} }).success).toBe(true)
    expect(response.safeParse({ decision: 'allow' }).success).toBe(false)
  })
})

describe('request_user_dialog', () => {
  it('names its kind and carries what that kind shows', () => {
    const { request } = requestsFromCli.request_user_dialog
    const body = {
      subtype: 'request_user_dialog',
      dialog_kind: 'refusal_fallback_prompt',
      payload: { originalModel: 'opus' },
    }
    expect(request.parse(body)).toEqual(body)
    expect(request.safeParse({ subtype: 'request_user_dialog', payload: {} }).success).toBe(false)
  })
})

describe('elicitation', () => {
  it('is accepted, declined or cancelled', () => {
    const { response } = requestsFromCli.elicitation
    expect(response.safeParse({ action: 'accept', content: { name: 'Ada' } }).success).toBe(true)
    expect(response.safeParse({ content: { name: 'Ada' } }).success).toBe(false)
  })
})
