import type { MessageOf, QueuedMessage } from '@quarterdeck/protocol/pure'
import { getValue } from '../state/dictionary.ts'
import { changeEntry, MAIN } from '../state/lanes.ts'
import type { SessionState } from '../state/session-state.ts'
import { currentTurn } from '../turns/turns.ts'
import { addLine } from './branches.ts'
import { toAttachments, toText } from './content.ts'
import { applyPromptLine, type Said } from './prompts.ts'
import { toUserLine } from './user-line.ts'

type User = MessageOf<'user'>

/** What a host has sent: it begins a turn, or waits in the CLI for the one that runs. */
export function applySent(state: SessionState, message: User, event: Said): SessionState {
  const text = toText(message.message.content)
  const line = toUserLine(message, text, false)
  const attachments = toAttachments(message.message.content)
  if (line.kind !== 'prompt' || (text === '' && attachments.length === 0)) return state
  const { at, by } = event
  if (currentTurn(state) === undefined) return applyPromptLine(state, message, event, line)
  const item: QueuedMessage = {
    uuid: message.uuid ?? `sent-${state.sent.length}`,
    content: message.message.content,
    at: at ?? '',
    ...(by === undefined ? {} : { by }),
  }
  state.sent = [...state.sent, item]
  return state
}

/** The CLI begins with a message that waited; without a name, with the oldest. */
export function beginSent(state: SessionState, uuid: string | undefined, at: string | undefined): SessionState {
  const item = uuid === undefined ? state.sent[0] : state.sent.find((each) => each.uuid === uuid)
  if (item === undefined) return state
  const message = { type: 'user', uuid: item.uuid, message: { role: 'user', content: item.content } } as User
  const line = toUserLine(message, toText(message.message.content), false)
  state.sent = state.sent.filter((each) => each !== item)
  if (line.kind !== 'prompt') return state
  const entry = state.main.entries.size
  return addLine(applyPromptLine(state, message, { at, by: item.by }, line), item.uuid, entry)
}

/** It will not be begun with. */
export function dropSent(state: SessionState, uuid: string): SessionState {
  if (state.sent.length > 0) state.sent = state.sent.filter((each) => each.uuid !== uuid)
  return state
}

/** The CLI's echo of a prompt that is here already: it may know the command by another name. */
export function applyEcho(state: SessionState, message: User): SessionState {
  const line = toUserLine(message, toText(message.message.content), false)
  const place = getValue(state.lines, message.uuid ?? '')?.entry
  if (line.kind !== 'prompt' || !line.isCommand || place === undefined) return state
  return changeEntry(state, { lane: MAIN, entry: place }, (entry) =>
    entry.kind === 'user' && entry.text !== line.text ? { ...entry, text: line.text } : entry,
  )
}
