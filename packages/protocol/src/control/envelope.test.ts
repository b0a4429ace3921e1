import { describe, expect, it } from 'vitest'
import { controlEntries } from './entries.ts'
import { ControlCancelRequest, ControlRequest, ControlResponse } from './envelope.ts'

const asked = {
  '2.1.38':
    '{"type":"control_request","request_id":"d544d379-bdc0-4db0-9947-69da361fc66c","request":{"subtype":"can_use_tool","tool_name":"Bash","input":{"command":"echo hi > b.txt; cat b.txt","description":"Say hi"},"permission_suggestions":[{"type":"addDirectories","directories":["/home/user/project"],"destination":"session"}],"blocked_path":"/home/user/project/b.txt","tool_use_id":"toolu_000000000003"}}',
  '2.1.325':
    '{"type":"control_request","request_id":"5023b562-1d8c-4939-afb1-bc9fec23dfe7","request":{"subtype":"can_use_tool","tool_name":"Bash","display_name":"Bash","input":{"command":"echo hi > b.txt; cat b.txt","description":"Say hi"},"description":"Say hi","permission_suggestions":[{"type":"addRules","rules":[{"toolName":"Bash","ruleContent":"echo hi *"}],"behavior":"allow","destination":"localSettings"},{"type":"addDirectories","directories":["/home/user/project"],"destination":"session"}],"blocked_path":"/home/user/project/b.txt","tool_use_id":"toolu_000000000044"}}',
  AskUserQuestion:
    '{"type":"control_request","request_id":"d3a2e45e","request":{"subtype":"can_use_tool","tool_name":"AskUserQuestion","display_name":"AskUserQuestion","input":{"questions":[{"question":"Which?","header":"H","options":[{"label":"A","description":"a"},{"label":"B","description":"b"}],"multiSelect":false}]},"tool_use_id":"toolu_000000000078","requires_user_interaction":true}}',
  'a hook':
    '{"type":"control_request","request_id":"3d9529b6","request":{"subtype":"hook_callback","callback_id":"h1","input":{"session_id":"3019ba40","transcript_path":"/home/user/.claude/projects/-home-user-project/3019ba40.jsonl","cwd":"/home/user/project","prompt_id":"35d31bf4","permission_mode":"default","effort":{"level":"medium"},"hook_event_name":"PreToolUse","tool_name":"Bash","tool_input":{"command":"touch held"},"tool_use_id":"toolu_000000000047"},"tool_use_id":"toolu_000000000047"}}',
  'an MCP notification':
    '{"type":"control_request","request_id":"662fb9f0","request":{"subtype":"mcp_message","server_name":"mine","message":{"method":"notifications/initialized","jsonrpc":"2.0"}}}',
  'an elicitation':
    '{"type":"control_request","request_id":"7dac9223","request":{"subtype":"elicitation","mcp_server_name":"stub","message":"Your name?","mode":"form","requested_schema":{"type":"object","properties":{"name":{"type":"string"}},"required":["name"]},"property_order":["name"]}}',
}

describe('ControlRequest', () => {
  it.each(Object.entries(asked))('reads what the CLI asks: %s', (_, line) => {
    expect(ControlRequest.parse(JSON.parse(line))).toEqual(JSON.parse(line))
  })

  it('names the field of the request that is wrong', () => {
    const line = JSON.parse(asked['2.1.38'])
    line.request.input = 'echo hi'
    line.request.permission_suggestions[0].directories = '/home/user/project'
    const paths = ControlRequest.safeParse(line).error?.issues.map((issue) => issue.path)
    expect(paths).toEqual([
      ['request', 'input'],
      ['request', 'permission_suggestions', 0, 'directories'],
    ])
  })

  it('lets a subtype that we do not know pass, whatever it holds', () => {
    const line = {
      type: 'control_request',
      request_id: 'r1',
      request: { subtype: 'remote_tools_probe', instance_id: 1 },
    }
    expect(ControlRequest.parse(line)).toEqual(line)
  })

  it('lets a suggestion of a new kind pass without losing the prompt', () => {
    const line = JSON.parse(asked['2.1.325'])
    line.request.permission_suggestions.push({ type: 'addEverything', wishes: 3 })
    line.request.decision_reason_type = 'moonPhase'
    expect(ControlRequest.parse(line)).toEqual(line)
  })

  it('wants an id and a subtype', () => {
    expect(ControlRequest.safeParse({ type: 'control_request', request: { subtype: 'interrupt' } }).success).toBe(false)
    expect(ControlRequest.safeParse({ type: 'control_request', request_id: 'r1', request: {} }).success).toBe(false)
  })
})

describe('ControlResponse', () => {
  it.each([
    '{"type":"control_response","response":{"subtype":"success","request_id":"c_interrupt"}}',
    '{"type":"control_response","response":{"subtype":"success","request_id":"c_interrupt","response":{"still_queued":[]}}}',
    '{"type":"control_response","response":{"subtype":"error","request_id":"c_nonsense","error":"Unsupported control request subtype: nonsense","error_code":"unsupported_request"}}',
    '{"type":"control_response","response":{"subtype":"error","request_id":"c_mcp_reconnect","error":"Server not found: stub"}}',
  ])('reads %s', (line) => {
    expect(ControlResponse.parse(JSON.parse(line))).toEqual(JSON.parse(line))
  })

  it('finds the open prompts that 2.1.38 tells beside an error', () => {
    const line =
      '{"type":"control_response","response":{"subtype":"error","error":"Already initialized","request_id":"c_initialize","pending_permission_requests":[{"type":"control_request","request_id":"1ed98e5b","request":{"subtype":"can_use_tool","tool_name":"Bash","input":{"command":"touch held"},"permission_suggestions":[{"type":"setMode","mode":"acceptEdits","destination":"session"}],"blocked_path":"/home/user/project/held","tool_use_id":"toolu_000000000024"}}]}}'
    const [prompt] = ControlResponse.parse(JSON.parse(line)).response.pending_permission_requests ?? []
    expect(prompt?.request_id).toBe('1ed98e5b')
    expect(prompt?.request.subtype === 'can_use_tool' && prompt.request.tool_name).toBe('Bash')
  })

  it('refuses an id in the wrong place and an error without words', () => {
    const outside = { type: 'control_response', request_id: 'r1', response: { subtype: 'success' } }
    expect(ControlResponse.safeParse(outside).error?.issues[0]?.path).toEqual(['response', 'request_id'])
    const silent = { type: 'control_response', response: { subtype: 'error', request_id: 'r1' } }
    expect(ControlResponse.safeParse(silent).success).toBe(false)
  })
})

describe('ControlCancelRequest', () => {
  it('names the request that is withdrawn', () => {
    const line = { type: 'control_cancel_request', request_id: '9f3b324c-6c26-4cae-864f-c354c499fd32' }
    expect(ControlCancelRequest.parse(line)).toEqual(line)
    expect(ControlCancelRequest.safeParse({ type: 'control_cancel_request' }).success).toBe(false)
  })
})

describe('controlEntries', () => {
  it('names each entry after the type it reads, for both directions', () => {
    for (const [type, { schema, places }] of Object.entries(controlEntries)) {
      expect(schema.shape.type.value).toBe(type)
      expect(places).toEqual(['stdout', 'stdin'])
    }
  })
})
