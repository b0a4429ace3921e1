import type { ControlRequestBody } from '@quarterdeck/protocol/pure'

/** Who should answer a request of the CLI. */
export type RequestKind = 'permission' | 'question' | 'plan' | 'hook' | 'mcp' | 'elicitation' | 'dialog' | 'other'

export function toRequestKind(body: ControlRequestBody): RequestKind {
  switch (body.subtype) {
    case 'can_use_tool':
      return toToolKind((body as { tool_name?: unknown }).tool_name)
    case 'hook_callback':
      return 'hook'
    case 'mcp_message':
      return 'mcp'
    case 'elicitation':
      return 'elicitation'
    case 'request_user_dialog':
      return 'dialog'
    default:
      return 'other'
  }
}

/** The CLI asks its questions, and shows its plan, as the wish to use a tool. */
function toToolKind(tool: unknown): RequestKind {
  if (tool === 'AskUserQuestion') return 'question'
  return tool === 'ExitPlanMode' ? 'plan' : 'permission'
}
