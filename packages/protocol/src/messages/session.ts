import { z } from 'zod'
import { SlashCommand } from '../control/catalogue.ts'
import { McpServerStatus } from '../control/requests/mcp-server.ts'
import { entry, Json, loose, open } from '../lines/define.ts'
import { PermissionMode } from '../permissions/permission.ts'
import { FastModeState, identity } from './fields.ts'
import { system } from './system.ts'

export const SystemInit = system('init', {
  cwd: z.string(),
  tools: z.array(z.string()),
  model: z.string(),
  permissionMode: PermissionMode.optional(),
  mcp_servers: z.array(McpServerStatus).optional(),
  slash_commands: z.array(z.string()).optional(),
  terminal_slash_commands: z.array(z.string()).optional(),
  skills: z.array(z.string()).optional(),
  agents: z.array(z.string()).optional(),
  plugins: z
    .array(
      loose({
        name: z.string(),
        path: z.string().optional(),
        source: z.string().optional(),
        version: z.string().optional(),
      }),
    )
    .optional(),
  plugin_errors: z.array(Json).optional(),
  betas: z.array(z.string()).optional(),
  capabilities: z.array(z.string()).optional(),
  claude_code_version: z.string().optional(),
  output_style: z.string().optional(),
  apiKeySource: z.string().optional(),
  effort: z.string().nullish(),
  view_mode: z.string().optional(),
  fast_mode_state: FastModeState,
  fast_mode_disabled_reason: z.string().nullish(),
})
export type SystemInit = z.infer<typeof SystemInit>

export const SystemStatus = system('status', {
  status: open('compacting', 'requesting').nullable(),
  permissionMode: PermissionMode.optional(),
  compact_result: open('success', 'failed').optional(),
  compact_error: z.string().optional(),
})

export const CompactBoundary = system('compact_boundary', {
  compact_metadata: loose({
    trigger: open('manual', 'auto').optional(),
    pre_tokens: z.number().optional(),
    post_tokens: z.number().optional(),
    cumulative_dropped_tokens: z.number().optional(),
    duration_ms: z.number().optional(),
    user_context: z.string().optional(),
    messages_summarized: z.number().optional(),
    preserved_segment: Json.optional(),
    preserved_messages: Json.optional(),
  }).optional(),
})

const MicrocompactBoundary = system('microcompact_boundary', {
  microcompact_metadata: loose({
    trigger: open('manual', 'auto').optional(),
    pre_tokens: z.number().optional(),
    tokens_saved: z.number().optional(),
    compacted_tool_ids: z.array(z.string()).optional(),
    cleared_attachment_uuids: z.array(z.string()).optional(),
  }).optional(),
})

const ConversationReset = loose({
  type: z.literal('conversation_reset'),
  ...identity,
  new_conversation_id: z.string(),
  trigger: open('clear', 'plan_mode_exit', 'fresh_session', 'onboarding').optional(),
  user_message_uuid: z.string().optional(),
})

const SessionStateChanged = system('session_state_changed', {
  state: open('idle', 'running', 'requires_action'),
  sdk_host_only: z.boolean().optional(),
})

export const sessionEntries = {
  'system/init': entry(
    SystemInit,
    'documented',
    ['stdout'],
    'Opens a turn: model, mode, tools, commands, agents, servers, version. It comes with every turn, never before the first prompt.',
  ),
  'system/status': entry(
    SystemStatus,
    'documented',
    ['stdout', 'transcript'],
    'Shows "compacting" while it lasts; brings a changed permission mode.',
  ),
  'system/compact_boundary': entry(
    CompactBoundary,
    'documented',
    ['stdout', 'transcript'],
    'A separator in the transcript, and the joint of the thread over a compaction.',
  ),
  'system/microcompact_boundary': entry(
    MicrocompactBoundary,
    'documented',
    ['stdout', 'transcript'],
    'A small separator: some tool output was dropped from the context.',
  ),
  conversation_reset: entry(
    ConversationReset,
    'published',
    ['stdout'],
    'The process goes on under a new session id; both ids stay linked.',
  ),
  'system/session_state_changed': entry(
    SessionStateChanged,
    'published',
    ['stdout'],
    'The honest idle: trusted over `result` when background tasks live.',
  ),
  'system/session_title_changed': entry(
    system('session_title_changed', { title: z.string() }),
    'declared',
    ['stdout'],
    'Renames the session in the list.',
  ),
  'system/commands_changed': entry(
    system('commands_changed', { commands: z.array(SlashCommand) }),
    'published',
    ['stdout'],
    'Replaces the list of slash commands.',
  ),
  'system/session_writes_lost': entry(
    system('session_writes_lost', {
      error_code: open('ENOSPC', 'EDQUOT'),
      lost: z.array(z.string()).optional(),
      transcript_session_ids: z.array(z.string()).optional(),
    }),
    'published',
    ['stdout'],
    'A loud warning: the disk was full and the transcript has holes.',
  ),
  'system/worker_shutting_down': entry(
    system('worker_shutting_down', { reason: z.string() }),
    'published',
    ['stdout'],
    'Shown as a line.',
  ),
  'system/turn_duration': entry(
    system('turn_duration', { durationMs: z.number().optional() }),
    'documented',
    ['transcript'],
    'The duration of a turn, for sessions read from disk.',
  ),
  'system/file_snapshot': entry(system('file_snapshot', {}), 'declared', ['transcript'], 'Kept; not shown.'),
} as const
