import { z } from 'zod'
import { entry, Json, loose, open } from '../lines/define.ts'
import { identity } from './fields.ts'
import { system } from './system.ts'

const IGNORED = 'Kept; nothing to show on a local session.'

function ignored<T extends string>(subtype: T) {
  return entry(system(subtype, {}), 'declared', ['stdout'], IGNORED)
}

function root<T extends string, S extends z.ZodRawShape>(type: T, shape: S) {
  return loose({ type: z.literal(type), ...identity, ...shape })
}

/** Messages that the CLI's own schema declares and nobody promises. Thin on purpose: any release may change them. */
export const internalEntries = {
  'system/code_change_published': entry(
    system('code_change_published', {
      provider: z.string().optional(),
      url: z.string(),
      repo: z.string().optional(),
      identifier: z.string().optional(),
      action: z.string().optional(),
      branch: z.string().optional(),
    }),
    'declared',
    ['stdout'],
    'Links the pull request the session made.',
  ),
  'system/vcs_state_changed': entry(
    system('vcs_state_changed', {
      kind: open('commit', 'push', 'merge', 'rebase'),
      branch: z.string().optional(),
    }),
    'declared',
    ['stdout'],
    'The branch shown for the session is read again.',
  ),
  'system/permission_check_status': entry(
    system('permission_check_status', { tool_use_id: z.string(), status: open('checking', 'done') }),
    'declared',
    ['stdout'],
    'Shows that the CLI itself still decides on a tool call.',
  ),
  'system/turn_preempted': entry(
    system('turn_preempted', {
      reason: z.string().optional(),
      preempted_by_uuid: z.string().optional(),
      preempted_message_uuids: z.array(z.string()).optional(),
    }),
    'declared',
    ['stdout'],
    'The running turn gave way to a newer message.',
  ),
  'system/post_turn_summary': entry(
    system('post_turn_summary', {
      summarizes_uuid: z.string().optional(),
      status_category: z.string().optional(),
      status_detail: z.string().optional(),
      needs_action: z.string().optional(),
    }),
    'declared',
    ['stdout'],
    'A line under the finished turn.',
  ),
  'system/task_summary': entry(
    system('task_summary', { detail: z.string().nullable() }),
    'declared',
    ['stdout'],
    'The phrase that says what the turn is doing.',
  ),
  'system/inherited_asks_settled': ignored('inherited_asks_settled'),
  'system/feedback_draft_queued': ignored('feedback_draft_queued'),
  'system/ui_invalidate': ignored('ui_invalidate'),
  'system/ui_log': ignored('ui_log'),
  'system/ui_toast': ignored('ui_toast'),
  'system/ui_notify': ignored('ui_notify'),
  'system/ui_notify_cancel': ignored('ui_notify_cancel'),
  'system/ui_status': ignored('ui_status'),
  'system/ui_panes': ignored('ui_panes'),
  'system/ui_placed': ignored('ui_placed'),
  'system/ui_scroll': ignored('ui_scroll'),
  'system/ui_focus': ignored('ui_focus'),
  'system/cloud_session_delta': ignored('cloud_session_delta'),
  'system/dev_intent': ignored('dev_intent'),
  'system/turn_handoff_available': ignored('turn_handoff_available'),
  'system/peer_message_hold': ignored('peer_message_hold'),
  'system/per_turn_effort_changed': ignored('per_turn_effort_changed'),
  'system/instruction_size_warning': ignored('instruction_size_warning'),
  'system/file_attachments_missing': ignored('file_attachments_missing'),
  'system/session_metadata': ignored('session_metadata'),
  'system/tool_host_result': ignored('tool_host_result'),
  transcript_mirror: entry(
    root('transcript_mirror', { filePath: z.string(), entries: z.array(z.unknown()) }),
    'declared',
    ['stdout'],
    IGNORED,
  ),
  autocompact_state: entry(root('autocompact_state', { value: Json }), 'declared', ['stdout'], IGNORED),
} as const

/** Shapes that old descriptions name and that neither CLI we run has ever written. */
export const legacyEntries = {
  error: entry(
    root('error', { error: loose({ type: z.string().optional(), message: z.string() }) }),
    'documented',
    ['stdout'],
    'Shown as an error. Today a malformed line ends the process with a sentence on stderr instead.',
  ),
  streamlined_text: entry(
    root('streamlined_text', { text: z.string().optional() }),
    'documented',
    ['stdout'],
    'A condensed twin of the assistant message, which is shown in its place.',
  ),
  streamlined_tool_use_summary: entry(
    root('streamlined_tool_use_summary', { tool_summary: z.string().optional() }),
    'documented',
    ['stdout'],
    'A condensed twin of the tool calls, which are shown in its place.',
  ),
} as const
