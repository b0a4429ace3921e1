import { z } from 'zod'
import { loose, open } from '../../lines/define.ts'
import { PermissionMode } from '../../permissions/permission.ts'
import { Done, fromHost } from '../control-entry.ts'

const text = z.string().optional()
const flag = z.boolean().optional()
const uuids = z.array(z.string()).optional()

const interrupt = {
  cancel_queued: flag,
  reason: text,
  send_now: flag,
  message_uuid: text,
  for_user_message_uuids: uuids,
  spare_background_tasks: flag,
}

/** Which prompts wait still. CLI 2.1.38 answers with nothing at all. */
export const InterruptResult = loose({
  still_queued: uuids,
  cancelled: uuids,
  put_back: uuids,
  send_now: open('stopped', 'delivering', 'nothing_waiting').optional(),
  turn: open('stopped', 'idle', 'spared').optional(),
})
export type InterruptResult = z.infer<typeof InterruptResult>

/** With `transcript_relocated` the transcript has moved to the folder of the new project. */
const SetCwdResult = z.discriminatedUnion('status', [
  loose({ status: z.literal('ok'), cwd: z.string(), changed: flag, transcript_relocated: flag }),
  loose({ status: z.literal('needs_trust'), directory: z.string(), trust_root: text }),
  loose({
    status: z.literal('rejected'),
    reason: open('not_found', 'not_a_directory', 'blocked_by_rule', 'busy', 'unsafe_path', 'remote_origin'),
    message: z.string(),
  }),
])

export const sessionRequests = {
  interrupt: fromHost('interrupt', interrupt, InterruptResult, 'documented', 'Stops the running turn.'),
  set_permission_mode: fromHost(
    'set_permission_mode',
    { mode: PermissionMode },
    loose({ mode: PermissionMode.optional() }),
    'documented',
    'Changes the permission mode. 2.1.38 answers twice and takes any word; newer ones refuse bypass unless launched for it.',
  ),
  set_model: fromHost(
    'set_model',
    { model: z.string().nullish() },
    loose({ model: text }),
    'documented',
    'Changes the model for the turns to come; null goes back to the default. The name is not checked.',
  ),
  set_max_thinking_tokens: fromHost(
    'set_max_thinking_tokens',
    {
      max_thinking_tokens: z.number().nullish(),
      thinking_display: open('summarized', 'omitted', 'highlights').nullish(),
    },
    Done,
    'documented',
    'Sets how much Claude may think, and how thinking is shown.',
  ),
  rename_session: fromHost(
    'rename_session',
    { title: z.string(), source: open('remote', 'host').optional(), session_id: text },
    Done,
    'published',
    'Gives a live session its title.',
  ),
  set_color: fromHost('set_color', { color: z.string() }, Done, 'published', 'Not sent: a local CLI refuses it.'),
  set_cwd: fromHost(
    'set_cwd',
    { path: z.string(), trust_accepted: flag, trusted_directory: text },
    SetCwdResult,
    'declared',
    'Moves a session to another folder, after the person has trusted it.',
  ),
  set_prompt_suggestions_paused: fromHost(
    'set_prompt_suggestions_paused',
    { paused: z.boolean() },
    Done,
    'declared',
    'Pauses the suggestions of a next prompt while nobody looks.',
  ),
  set_has_subscribers: fromHost(
    'set_has_subscribers',
    { has_subscribers: z.boolean().nullable() },
    Done,
    'published',
    'Not sent: the keeper reads the stream whether or not anybody watches.',
  ),
  cancel_async_message: fromHost(
    'cancel_async_message',
    { message_uuid: z.string() },
    loose({ cancelled: z.boolean() }),
    'published',
    'Takes a prompt back that is still in the queue.',
  ),
  end_session: fromHost(
    'end_session',
    { reason: text },
    Done,
    'declared',
    'Ends the process in good order; a CLI that does not know it ends with its stdin.',
  ),
} as const
