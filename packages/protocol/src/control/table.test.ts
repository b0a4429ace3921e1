import { describe, expect, it } from 'vitest'
import { type ControlRequestBody, controlRequests, findControlEntry, isControlRequest } from './table.ts'

describe('controlRequests', () => {
  it('knows every request by the subtype it carries', () => {
    for (const [subtype, { request }] of Object.entries(controlRequests)) {
      expect(request.shape.subtype.value).toBe(subtype)
    }
  })

  it('holds 61 requests, 5 of them of the CLI', () => {
    const fromCli = Object.entries(controlRequests).filter(([, { direction }]) => direction === 'from-cli')
    expect(Object.keys(controlRequests)).toHaveLength(61)
    expect(fromCli.map(([subtype]) => subtype)).toEqual([
      'can_use_tool',
      'hook_callback',
      'mcp_message',
      'elicitation',
      'request_user_dialog',
    ])
  })

  it('says in a sentence what each is used for', () => {
    for (const { use } of Object.values(controlRequests)) expect(use).toMatch(/^[A-Z].*\.$/)
  })

  it.each([
    { subtype: 'initialize', promptSuggestions: true, forwardSubagentText: true, perTaskStopAffordance: true },
    {
      subtype: 'initialize',
      hooks: { PreToolUse: [{ matcher: 'Bash', hookCallbackIds: ['h1'] }] },
      sdkMcpServers: ['mine'],
    },
    { subtype: 'interrupt' },
    { subtype: 'set_model', model: null },
    { subtype: 'set_permission_mode', mode: 'acceptEdits' },
    { subtype: 'set_max_thinking_tokens', max_thinking_tokens: null },
    {
      subtype: 'mcp_set_servers',
      servers: { stub: { command: 'node', args: ['mcp.js'] }, gone: { type: 'http', url: 'http://x' } },
    },
    { subtype: 'rewind_files', user_message_id: '0aa0946a', dry_run: true },
    { subtype: 'side_question', question: 'Why?', history: [{ question: 'What?', response: 'That.' }] },
    { subtype: 'set_cwd', path: '/home/user/other', trust_accepted: true, trusted_directory: '/home/user/other' },
  ])('takes the request $subtype as the CLI was asked it', (body) => {
    expect(findControlEntry(body.subtype)?.request.parse(body)).toEqual(body)
  })

  it.each([
    [{ subtype: 'set_permission_mode' }, 'mode'],
    [{ subtype: 'rewind_files' }, 'user_message_id'],
    [{ subtype: 'mcp_toggle', serverName: 'stub' }, 'enabled'],
    [{ subtype: 'claude_oauth_callback', authorizationCode: 'x' }, 'state'],
    [{ subtype: 'rewind_conversation' }, 'target_message_uuid'],
  ])('misses what %j needs', (body, field) => {
    expect(findControlEntry(body.subtype)?.request.safeParse(body).error?.issues[0]?.path).toEqual([field])
  })
})

describe('findControlEntry', () => {
  it('knows nothing of other subtypes, not even of those that every object has', () => {
    expect(findControlEntry('remote_tools_probe')).toBeUndefined()
    expect(findControlEntry('constructor')).toBeUndefined()
  })
})

describe('isControlRequest', () => {
  it('tells one subtype from all others', () => {
    const body: ControlRequestBody = { subtype: 'set_model', model: 'opus' }
    expect(isControlRequest(body, 'set_model') && body.model).toBe('opus')
    expect(isControlRequest({ subtype: 'teleport' }, 'set_model')).toBe(false)
  })
})
