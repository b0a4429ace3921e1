import type { ContentBlock, MessageOf, QueuedMessage } from '@quarterdeck/protocol/pure'
import { closeDonePrompts } from './approvals.ts'
import { getValue } from './dictionary.ts'
import { closeDrafts } from './drafts.ts'
import type { Entry, SeparatorEntry, UserEntry } from './entry.ts'
import { addEntry, changeEntry, findTool, lastEntry, MAIN, nextPlace } from './lane.ts'
import { getItem } from './list.ts'
import { addOutput, parseOutput } from './local-output.ts'
import { addNotice } from './notices.ts'
import type { SessionState } from './session-state.ts'
import { applyNotificationText } from './tasks.ts'
import { addLine } from './threads.ts'
import { toPromptText } from './title.ts'
import { applyToolResults } from './tools.ts'
import { changeTurn, currentTurn, endTurn, openTurn, wakeTurn } from './turns.ts'
import { toUserLine } from './user-line.ts'

type User = MessageOf<'user'>

/** When, and on whose word. */
interface Said {
  at: string | undefined
  by: string | undefined
}

/** A line of the user: a prompt, results of tools, or one of the many things that the CLI writes in the user's name. */
export function applyUser(state: SessionState, message: User, event: Said & { lane: string }): SessionState {
  const { lane, at } = event
  const finished = closeDonePrompts(applyToolResults(state, message, at), at)
  const text = toText(message.message.content)
  const attachments = toAttachments(message.message.content)
  if (text === '' && attachments.length === 0) return finished
  const base = { id: message.uuid ?? `user-${nextPlace(state, lane).entry}`, ...(at === undefined ? {} : { at }) }
  const line = toUserLine(message, text, state.isSummaryDue)
  if (lane !== MAIN)
    return line.kind === 'prompt'
      ? addEntry(finished, lane, toAgentLine(finished, lane, { ...base, text: line.text }))
      : finished
  switch (line.kind) {
    case 'prompt':
      return applyPromptLine(finished, message, event, line)
    case 'output':
      return applyOutput(finished, line.text, { id: base.id, at })
    case 'interruption': {
      const told = addNotice(closeDrafts(finished, MAIN), 'info', 'The turn was stopped.', base)
      // Live, the result says so too, and closes the turn.
      return 'parentUuid' in message ? endTurn(told, { status: 'stopped', at }) : told
    }
    case 'summary':
      return { ...addEntry(finished, MAIN, { kind: 'summary', ...base, text: line.text }), isSummaryDue: false }
    case 'notification': {
      const told = applyNotificationText(finished, line.text)
      return wakeTurn(
        addEntry(told, MAIN, { kind: 'hidden', ...base, why: 'tells Claude of a task', text: line.text }),
        at,
      )
    }
    case 'feedback':
      return addNotice(finished, 'info', `A hook kept the turn going: ${line.text}`, base)
    case 'hidden':
      return addEntry(finished, MAIN, { kind: 'hidden', ...base, why: line.why, text: line.text })
  }
}

/** What an agent was sent with stands in the call already. */
function toAgentLine(state: SessionState, lane: string, line: { id: string; text: string; at?: string }): Entry {
  const { prompt } = (findTool(state, lane)?.input ?? {}) as { prompt?: unknown }
  if (typeof prompt !== 'string' || prompt.trim() !== line.text) return { kind: 'user', ...line }
  return { kind: 'hidden', why: 'stands in the call', ...line }
}

function applyOutput(state: SessionState, text: string, base: { id: string; at: string | undefined }): SessionState {
  const pieces = parseOutput(text)
  const next = addOutput(state, pieces, base)
  return pieces.length > 0 && currentTurn(next) !== undefined ? changeTurn(next, { hasSpoken: true }) : next
}

function applyPromptLine(
  state: SessionState,
  message: User,
  { at, by }: Said,
  line: { text: string; isCommand: boolean },
): SessionState {
  if (isUnknownCommand(state, line.text))
    return applyOutput(state, `<local-command-stdout>${line.text}</local-command-stdout>`, {
      id: message.uuid ?? 'output',
      at,
    })
  const entry: UserEntry = { kind: 'user', id: message.uuid ?? `user-${nextPlace(state, MAIN).entry}`, text: line.text }
  if (line.isCommand) entry.isCommand = true
  if (at !== undefined) entry.at = at
  if (by !== undefined) entry.by = by
  addExtras(entry, message)
  if (message.isReplay && isEchoOfPrompt(state, line)) return state
  const added = applyTitle(addPrompt(state, entry), line.text)
  // On disk the command itself is the only sign; live, the CLI says that it has cleared.
  return 'parentUuid' in message && /^\/clear\b/.test(line.text) ? addClear(added, at) : added
}

/** 2.1.38 says so in the user's name. */
function isUnknownCommand(state: SessionState, text: string): boolean {
  const last = lastEntry(state, MAIN)
  return (
    last?.kind === 'hidden' &&
    last.text.startsWith('<local-command-caveat>') &&
    /^Unknown (skill|command|slash command): /.test(text)
  )
}

/** 2.1.38 repeats a command under another uuid than ours. */
function isEchoOfPrompt(state: SessionState, line: { text: string; isCommand: boolean }): boolean {
  const prompt = findPrompt(state)
  return line.isCommand && prompt?.isCommand === true && prompt.text === line.text
}

/** The prompt of the turn that runs. */
function findPrompt(state: SessionState): UserEntry | undefined {
  const id = currentTurn(state)?.prompt
  const place = id === undefined ? undefined : getValue(state.lines, id)?.entry
  const entry = place === undefined ? undefined : getItem(state.main.entries, place)
  return entry?.kind === 'user' ? entry : undefined
}

/** A prompt begins a turn. */
export function addPrompt(state: SessionState, entry: UserEntry): SessionState {
  const opened = openTurn(state, { prompt: entry.id, at: entry.at })
  const separator = findCompaction(state, entry)
  if (separator === undefined) return addEntry(opened, MAIN, entry)
  return changeEntry(opened, { lane: MAIN, entry: separator }, (each: SeparatorEntry) => ({ ...each, command: entry }))
}

/** The CLI writes `/compact` into the transcript behind what it did; it was typed before. */
function findCompaction(state: SessionState, entry: UserEntry): number | undefined {
  if (!entry.isCommand || !/^\/compact\b/.test(entry.text)) return undefined
  for (let index = state.main.entries.size - 1; index >= 0; index--) {
    const each = getItem(state.main.entries, index)
    if (each?.kind === 'separator' && each.what === 'compaction') return index
    if (each?.kind !== 'summary' && each?.kind !== 'hidden') return undefined
  }
  return undefined
}

/** The conversation begins anew. */
export function addClear(state: SessionState, at: string | undefined): SessionState {
  const id = `clear-${nextPlace(state, MAIN).entry}`
  return addEntry(state, MAIN, {
    kind: 'separator',
    id,
    what: 'clear',
    text: 'The conversation was cleared.',
    ...(at && { at }),
  })
}

function applyTitle(state: SessionState, text: string): SessionState {
  const titles = { firstPrompt: text, ...state.titles, lastPrompt: text }
  return { ...state, titles }
}

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
  return { ...state, sent: [...state.sent, item] }
}

/** The CLI begins with a message that waited; without a name, with the oldest. */
export function beginSent(state: SessionState, uuid: string | undefined, at: string | undefined): SessionState {
  const item = uuid === undefined ? state.sent[0] : state.sent.find((each) => each.uuid === uuid)
  if (item === undefined) return state
  const message = { type: 'user', uuid: item.uuid, message: { role: 'user', content: item.content } } as User
  const line = toUserLine(message, toText(message.message.content), false)
  const next = { ...state, sent: state.sent.filter((each) => each !== item) }
  if (line.kind !== 'prompt') return next
  return addLine(applyPromptLine(next, message, { at, by: item.by }, line), item.uuid, next.main.entries.size)
}

/** It will not be begun with. */
export function dropSent(state: SessionState, uuid: string): SessionState {
  const sent = state.sent.filter((each) => each.uuid !== uuid)
  return sent.length === state.sent.length ? state : { ...state, sent }
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

/** A hook did not let the prompt through. From disk that is all that is known of it. */
export function rejectPrompt(
  state: SessionState,
  reason: string,
  prompt: string | undefined,
  base: { id: string; at?: string },
): SessionState {
  const entry = findPrompt(state)
  const place = getValue(state.lines, entry?.id ?? '')?.entry
  if (entry !== undefined && place !== undefined && (prompt === undefined || entry.text === toPromptText(prompt)))
    return changeTurn(
      changeEntry(state, { lane: MAIN, entry: place }, () => ({ ...entry, rejected: reason })),
      { hasSpoken: true },
    )
  if (prompt === undefined) return state
  return changeTurn(addPrompt(state, { kind: 'user', ...base, text: toPromptText(prompt), rejected: reason }), {
    hasSpoken: true,
  })
}

type Content = User['message']['content']

function toText(content: Content): string {
  if (typeof content === 'string') return content
  return content.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('\n')
}

function toAttachments(content: Content): string[] {
  if (typeof content === 'string') return []
  const isShown = (block: ContentBlock) => block.type !== 'text' && block.type !== 'tool_result'
  return content.filter(isShown).map((block) => block.type)
}

const PASTE = /\[(?:Pasted text|Image) #\d+[^\]]*\]/g

function addExtras(entry: UserEntry, message: User): void {
  const attachments = toAttachments(message.message.content)
  if (attachments.length > 0) entry.attachments = attachments
  const references = entry.text.match(PASTE) ?? []
  const pastes = [...references, ...(message.inline_pastes ?? [])]
  if (pastes.length > 0) entry.pastes = [...new Set(pastes)]
}
