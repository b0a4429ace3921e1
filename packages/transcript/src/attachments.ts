import type { MessageOf } from '@quarterdeck/protocol/pure'
import { changeHook } from './hooks.ts'
import { addEntry, MAIN } from './lane.ts'
import { addNotice } from './notices.ts'
import { addPrompt } from './prompts.ts'
import type { SessionState } from './session-state.ts'

interface Found {
  lane: string
  at?: string | undefined
}

/** What the CLI added to the conversation by itself. Few of its kinds say something to a person; the others are named. */
export function applyAttachment(
  state: SessionState,
  message: MessageOf<'attachment'>,
  { lane, at }: Found,
): SessionState {
  if (lane !== MAIN) return state
  const attachment = message.attachment as Record<string, unknown> & { type: string }
  const id = message.uuid ?? `attachment-${state.main.entries.size}`
  const time = at === undefined ? {} : { at }
  switch (attachment.type) {
    case 'hook_success':
    case 'hook_non_blocking_error':
    case 'hook_cancelled': {
      const status =
        attachment.type === 'hook_success' ? 'done' : attachment.type === 'hook_cancelled' ? 'cancelled' : 'failed'
      const output = [attachment.stdout, attachment.stderr].filter((text) => typeof text === 'string').join('')
      return changeHook(state, { id, name: String(attachment.hookName ?? 'hook'), at }, { status, output })
    }
    case 'max_turns_reached':
      return addNotice(state, 'error', 'The turn reached its limit of steps.', { id, at })
    case 'queued_command': {
      const { prompt } = attachment
      return typeof prompt === 'string' ? addPrompt(state, { kind: 'user', id, text: prompt, ...time }) : state
    }
    default:
      return addEntry(state, MAIN, { kind: 'hidden', id, why: 'added for Claude', text: attachment.type, ...time })
  }
}
