import type { MessageOf } from '@quarterdeck/protocol/pure'
import { addEntry, MAIN } from '../state/lanes.ts'
import type { SessionDraft } from '../state/session-draft.ts'
import { addNotice } from '../turns/notices.ts'
import { applyHookAttachment, isHookAttachment } from './hook-attachments.ts'
import { applyUser } from './user.ts'

type User = MessageOf<'user'>

interface AttachmentContext {
  lane: string
  at?: string | undefined
}

/** An attachment that the CLI added to the conversation. Few kinds matter to a person; the others become hidden entries. */
export function applyAttachment(
  draft: SessionDraft,
  message: MessageOf<'attachment'>,
  { lane, at }: AttachmentContext,
): void {
  if (lane !== MAIN) return
  const attachment = message.attachment as Record<string, unknown> & { type: string }
  const id = message.uuid ?? `attachment-${draft.main.entries.size}`
  if (isHookAttachment(attachment.type)) {
    applyHookAttachment(draft, attachment, { id, at })
    return
  }
  if (attachment.type === 'max_turns_reached') {
    addNotice(draft, 'error', 'The turn reached its limit of steps.', { id, at })
    return
  }
  const queued = attachment.type === 'queued_command' ? toQueued(message, attachment) : undefined
  if (queued !== undefined) {
    applyUser(draft, queued, { lane, at, by: undefined, isMidTurn: true })
    return
  }
  const time = at === undefined ? {} : { at }
  addEntry(draft, MAIN, { kind: 'hidden', id, why: 'added for Claude', text: attachment.type, ...time })
}

/** The user line that was sent during a turn: a prompt, or a notification of the CLI. Undefined where it is empty. */
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

/** The CLI writes the blocks unchecked: a `tool_result` among them would be taken for a real one. */
function isBlock(block: unknown): boolean {
  const { type, text } = (block ?? {}) as { type?: unknown; text?: unknown }
  return type === 'text' ? typeof text === 'string' : type === 'image' || type === 'document'
}
