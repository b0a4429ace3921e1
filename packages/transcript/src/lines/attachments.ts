import type { MessageOf } from '@quarterdeck/protocol/pure'
import { addEntry, MAIN } from '../state/lanes.ts'
import type { SessionState } from '../state/session-state.ts'
import { addNotice } from '../turns/notices.ts'
import { applyHookAttachment } from './hook-attachments.ts'
import { applyUser } from './user.ts'

type User = MessageOf<'user'>

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
  const told = applyHookAttachment(state, attachment, { id, at })
  if (told !== null) return told
  if (attachment.type === 'max_turns_reached')
    return addNotice(state, 'error', 'The turn reached its limit of steps.', { id, at })
  const queued = attachment.type === 'queued_command' ? toQueued(message, attachment) : undefined
  if (queued !== undefined) return applyUser(state, queued, { lane, at, by: undefined, isMidTurn: true })
  const time = at === undefined ? {} : { at }
  return addEntry(state, MAIN, { kind: 'hidden', id, why: 'added for Claude', text: attachment.type, ...time })
}

/** What was sent during a turn, as if it had come by itself: not all of it is of a person. Undefined where it says nothing. */
function toQueued(message: MessageOf<'attachment'>, { prompt, isMeta }: Record<string, unknown>): User | undefined {
  const content = typeof prompt === 'string' ? prompt : Array.isArray(prompt) ? prompt.filter(isBlock) : []
  if (content.length === 0) return undefined
  const { uuid, parentUuid, session_id } = message
  return {
    type: 'user',
    uuid,
    parentUuid,
    session_id,
    isMeta: isMeta === true,
    message: { role: 'user', content },
  } as User
}

/** The CLI writes it as it came, and nobody has checked it: a result of a tool that stood there would be taken for one. */
function isBlock(block: unknown): boolean {
  const { type, text } = (block ?? {}) as { type?: unknown; text?: unknown }
  return type === 'text' ? typeof text === 'string' : type === 'image' || type === 'document'
}
