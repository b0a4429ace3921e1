import { z } from 'zod'
import { Json, loose, open } from '../lines/define.ts'
import { PermissionResult, PermissionUpdate } from '../permissions/permission.ts'
import { fromCli } from './control-entry.ts'
import { HookInput, HookOutput } from './requests/hook.ts'

const text = z.string().optional()
const flag = z.boolean().optional()

const McpServerOfTool = loose({ name: z.string(), source: text })

const MatchedAskRule = loose({ source: text, tool_name: z.string(), rule_content: text })

const canUseTool = {
  tool_name: z.string(),
  input: Json,
  tool_use_id: text,
  agent_id: text,
  title: text,
  display_name: text,
  /** What the call does, in a line; the question itself where the tool is a question. */
  description: text,
  mcp_server: McpServerOfTool.optional(),
  plugin: text,
  permission_suggestions: z.array(PermissionUpdate).optional(),
  blocked_path: text,
  /** May hold ANSI colours. */
  decision_reason: text,
  decision_reason_type: open(
    'rule',
    'mode',
    'subcommandResults',
    'permissionPromptTool',
    'hook',
    'asyncAgent',
    'sandboxOverride',
    'workingDir',
    'safetyCheck',
    'classifier',
    'other',
  ).optional(),
  decision_reason_code: text,
  decision_reason_rule_source: text,
  decision_reason_hook_event: text,
  decision_reason_hook_source: text,
  decision_reason_hook_plugin_id: text,
  matched_ask_rule: MatchedAskRule.optional(),
  classifier_approvable: flag,
  /** Offer no "do not ask again". */
  suppress_always_allow_rule: flag,
  default_to_no: flag,
  /** Not to be approved with one tap: the tool wants an answer, or a second look. */
  requires_user_interaction: flag,
  server_policy_ask_only: flag,
  server_prompt: text,
  provenance_prompt_line: text,
  tool_kind: text,
  computer_folder: loose({ path: z.string(), computer_name: text }).optional(),
}

export const requestsFromCli = {
  can_use_tool: fromCli(
    'can_use_tool',
    canUseTool,
    PermissionResult,
    'documented',
    'Asks the person: an approval, or the form of AskUserQuestion, or the plan of ExitPlanMode. It waits without a limit.',
  ),
  hook_callback: fromCli(
    'hook_callback',
    { callback_id: z.string(), input: HookInput, tool_use_id: text, deadline_ms: z.number().optional() },
    HookOutput,
    'documented',
    'Runs the hook that the host registered under that id, and answers with its verdict.',
  ),
  mcp_message: fromCli(
    'mcp_message',
    { server_name: z.string(), message: z.unknown() },
    loose({ mcp_response: z.unknown().optional() }),
    'documented',
    'Goes to the MCP server that runs inside the host; the host may send the same subtype for messages of that server.',
  ),
  elicitation: fromCli(
    'elicitation',
    {
      mcp_server_name: z.string(),
      message: z.string(),
      mode: open('form', 'url').optional(),
      url: text,
      elicitation_id: text,
      requested_schema: Json.optional(),
      property_order: z.array(z.string()).optional(),
      title: text,
      display_name: text,
      description: text,
    },
    loose({ action: open('accept', 'decline', 'cancel'), content: Json.nullish() }),
    'published',
    'Shows the form or the link that an MCP server asks for, and answers with what the person filled in.',
  ),
  request_user_dialog: fromCli(
    'request_user_dialog',
    { dialog_kind: z.string(), payload: Json, tool_use_id: text },
    loose({ behavior: open('completed', 'cancelled'), result: z.unknown().optional() }),
    'published',
    'Shows a dialog of a kind that initialize declared; other kinds are left to the CLI, which cancels them in time.',
  ),
} as const
