import { z } from 'zod'
import { Json, loose, open } from '../../lines/define.ts'
import { PermissionMode } from '../../permissions/permission.ts'
import { AccountInfo, AgentInfo, EffortLevel, ModelInfo, SlashCommand } from '../catalogue.ts'
import { fromHost } from '../control-entry.ts'

const text = z.string().optional()
const flag = z.boolean().optional()
const texts = z.array(z.string()).optional()

/** Which calls of an event go to which of the host's hooks. `timeout` is in seconds. */
export const HookMatcher = loose({
  matcher: z.string().nullish(),
  hookCallbackIds: z.array(z.string()),
  timeout: z.number().optional(),
  onFailure: open('continue', 'block').optional(),
})
export type HookMatcher = z.infer<typeof HookMatcher>

export const AgentDefinition = loose({
  description: z.string(),
  prompt: z.string(),
  tools: texts,
  disallowedTools: texts,
  model: text,
  mcpServers: z.array(z.union([z.string(), Json])).optional(),
  skills: texts,
  initialPrompt: text,
  maxTurns: z.number().optional(),
  background: flag,
  memory: open('user', 'project', 'local').optional(),
  effort: z.union([EffortLevel, z.number()]).optional(),
  permissionMode: PermissionMode.optional(),
})
export type AgentDefinition = z.infer<typeof AgentDefinition>

export const PluginSource = loose({ type: z.literal('local'), path: z.string(), skipMcpDiscovery: flag })
export type PluginSource = z.infer<typeof PluginSource>

const initialize = {
  hooks: z.record(z.string(), z.array(HookMatcher)).optional(),
  sdkMcpServers: texts,
  sdkMcpServerConfigs: z.record(z.string(), Json).optional(),
  sdkMcpServerManifests: z.record(z.string(), Json).optional(),
  sdkMcpServerManifestsOrigin: text,
  jsonSchema: Json.optional(),
  systemPrompt: texts,
  appendSystemPrompt: text,
  systemPromptSnapshot: flag,
  planModeInstructions: text,
  toolAliases: z.record(z.string(), z.string()).optional(),
  excludeDynamicSections: flag,
  agents: z.record(z.string(), AgentDefinition).optional(),
  title: text,
  skills: texts,
  plugins: z.array(PluginSource).optional(),
  promptSuggestions: flag,
  agentProgressSummaries: flag,
  forwardSubagentText: flag,
  supportedDialogKinds: texts,
  /** Says that the page can stop tasks one by one; without it an interrupt kills every background task. */
  perTaskStopAffordance: flag,
}

/** What is known before the first turn. CLI 2.1.38 sends no agents. */
export const InitializeResult = loose({
  commands: z.array(SlashCommand),
  models: z.array(ModelInfo),
  agents: z.array(AgentInfo).optional(),
  account: AccountInfo.optional(),
  output_style: text,
  available_output_styles: texts,
  user_output_styles_dir: text,
  unavailable_models: z.array(ModelInfo).optional(),
  current_model: text,
  current_permission_mode: PermissionMode.optional(),
  permission_mode_from_default_fallback: flag,
  session_state: open('idle', 'running', 'requires_action').optional(),
  claude_code_version: text,
  capabilities: texts,
  pid: z.number().optional(),
  fast_mode_state: open('off', 'cooldown', 'on').optional(),
  fast_mode_disabled_reason: z.string().nullish(),
  auth_conflict: loose({ token_source: text, api_key_source: text }).optional(),
  hooks_applied: flag,
  hook_on_failure_supported: flag,
  plugins_applied: flag,
  sdk_mcp_manifests_parked: z.record(z.string(), z.string()).optional(),
})
export type InitializeResult = z.infer<typeof InitializeResult>

export const initializeRequests = {
  initialize: fromHost(
    'initialize',
    initialize,
    InitializeResult,
    'documented',
    'Sent at the start for commands, models and account. Sent again it tells the open prompts, in 2.1.38 beside an error.',
  ),
} as const
