import { z } from 'zod'
import { Json, loose, open } from '../../lines/define.ts'

const text = z.string().optional()

/** What a hook is told. Which fields there are depends on the event; these are the ones that several events share. */
export const HookInput = loose({
  hook_event_name: open(
    'PreToolUse',
    'PostToolUse',
    'PostToolUseFailure',
    'PostToolBatch',
    'Notification',
    'UserPromptSubmit',
    'UserPromptExpansion',
    'SessionStart',
    'SessionEnd',
    'Stop',
    'StopFailure',
    'SubagentStart',
    'SubagentStop',
    'PreCompact',
    'PostCompact',
    'PreModelSwitch',
    'PostModelSwitch',
    'PermissionRequest',
    'PermissionDenied',
    'Setup',
    'TeammateIdle',
    'TaskCreated',
    'TaskCompleted',
    'Elicitation',
    'ElicitationResult',
    'ConfigChange',
    'WorktreeCreate',
    'WorktreeRemove',
    'InstructionsLoaded',
    'CwdChanged',
    'FileChanged',
    'DirectoryAdded',
    'MessageDisplay',
  ).optional(),
  session_id: text,
  transcript_path: text,
  cwd: text,
  prompt_id: text,
  permission_mode: text,
  agent_id: text,
  agent_type: text,
  effort: loose({ level: text }).optional(),
  tool_name: text,
  tool_input: z.unknown().optional(),
  tool_response: z.unknown().optional(),
  tool_use_id: text,
  prompt: text,
  message: text,
})
export type HookInput = z.infer<typeof HookInput>

/** What a hook answers; `async` alone says that it goes on by itself. */
export const HookOutput = loose({
  async: z.boolean().optional(),
  asyncTimeout: z.number().optional(),
  continue: z.boolean().optional(),
  suppressOutput: z.boolean().optional(),
  stopReason: text,
  decision: open('approve', 'block').optional(),
  reason: text,
  systemMessage: text,
  terminalSequence: text,
  hookSpecificOutput: Json.optional(),
})
export type HookOutput = z.infer<typeof HookOutput>
