import type { MessageOf, QueuedMessage } from '@quarterdeck/protocol/pure'
import { getValue } from '../state/dictionary.ts'
import { changeEntry, MAIN } from '../state/lanes.ts'
import type { SessionDraft } from '../state/session-draft.ts'
import { currentTurn } from '../turns/turns.ts'
import { addLine } from './branches.ts'
import { toAttachments, toText } from './content.ts'
import { applyPromptLine, type Sender } from './prompts.ts'
import { toUserLine } from './user-line.ts'

type User = MessageOf<'user'>

/** A prompt that a host wrote to the CLI: it begins a turn, or waits in the CLI for the end of the running one. */
export function applySent(draft: SessionDraft, message: User, sender: Sender): void {
  const text = toText(message.message.content)
  const line = toUserLine(message, text, false)
  const attachments = toAttachments(message.message.content)
  if (line.kind !== 'prompt' || (text === '' && attachments.length === 0)) return
  if (currentTurn(draft) === undefined) {
    applyPromptLine(draft, message, sender, line)
    return
  }
  const { at, by } = sender
  const item: QueuedMessage = {
    uuid: message.uuid ?? `sent-${draft.sent.length}`,
    content: message.message.content,
    at: at ?? '',
    ...(by === undefined ? {} : { by }),
  }
  draft.sent = [...draft.sent, item]
}

/** The CLI begins with a message that waited in it: the one with this uuid, or the oldest. */
export function beginSent(draft: SessionDraft, uuid: string | undefined, at: string | undefined): void {
  const item = uuid === undefined ? draft.sent[0] : draft.sent.find((each) => each.uuid === uuid)
  if (item === undefined) return
  const message = { type: 'user', uuid: item.uuid, message: { role: 'user', content: item.content } } as User
  const line = toUserLine(message, toText(message.message.content), false)
  draft.sent = draft.sent.filter((each) => each !== item)
  if (line.kind !== 'prompt') return
  const entry = draft.main.entries.size
  applyPromptLine(draft, message, { at, by: item.by }, line)
  addLine(draft, item.uuid, entry)
}

/** The CLI dropped a message that waited in it. */
export function dropSent(draft: SessionDraft, uuid: string): void {
  if (draft.sent.length > 0) draft.sent = draft.sent.filter((each) => each.uuid !== uuid)
}

/** The CLI's echo of a known prompt: it may have the full name of a command that was typed in short. */
export function applyEcho(draft: SessionDraft, message: User): void {
  const line = toUserLine(message, toText(message.message.content), false)
  const index = getValue(draft.lines, message.uuid ?? '')?.entry
  if (line.kind !== 'prompt' || !line.isCommand || index === undefined) return
  changeEntry(draft, { lane: MAIN, entry: index }, (entry) =>
    entry.kind === 'user' && entry.text !== line.text ? { ...entry, text: line.text } : entry,
  )
}
