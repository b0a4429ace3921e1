import type { MessageOf } from '@quarterdeck/protocol/pure'
import { getValue } from '../state/dictionary.ts'
import type { SeparatorEntry, UserEntry } from '../state/entry.ts'
import { addEntry, changeEntry, lastEntry, MAIN, nextPosition } from '../state/lanes.ts'
import { getItem } from '../state/list.ts'
import type { SessionDraft } from '../state/session-draft.ts'
import type { SessionState } from '../state/session-state.ts'
import { toPromptText } from '../state/title.ts'
import type { Writable } from '../state/writable.ts'
import { applyOutput } from '../turns/local-output.ts'
import { changeTurn, currentTurn, openTurn } from '../turns/turns.ts'
import { isFromDisk } from './branches.ts'
import { addExtras } from './content.ts'

type User = MessageOf<'user'>

/** When a prompt was sent, and by whom. */
export interface Sender {
  at: string | undefined
  by: string | undefined
}

/** Applies a prompt: it begins a turn, and may become the title of the session. */
export function applyPromptLine(
  draft: SessionDraft,
  message: User,
  { at, by }: Sender,
  line: { text: string; isCommand: boolean },
): void {
  if (isUnknownCommand(draft, line.text)) {
    const output = `<local-command-stdout>${line.text}</local-command-stdout>`
    applyOutput(draft, output, { id: message.uuid ?? 'output', at })
    return
  }
  const id = message.uuid ?? `user-${nextPosition(draft, MAIN).entry}`
  const entry: Writable<UserEntry> = { kind: 'user', id, text: line.text }
  if (line.isCommand) entry.isCommand = true
  if (at !== undefined) entry.at = at
  if (by !== undefined) entry.by = by
  addExtras(entry, message)
  if (message.isReplay && isEchoOfPrompt(draft, line)) return
  addPrompt(draft, entry)
  applyTitle(draft, line.text)
  // A transcript has no `conversation_reset`: there the command itself is the only sign of it.
  if (isFromDisk(message) && /^\/clear\b/.test(line.text)) addClear(draft, { id: entry.id, at })
}

/** 2.1.38 writes the complaint about an unknown command as a user line. */
function isUnknownCommand(state: SessionState, text: string): boolean {
  const last = lastEntry(state, MAIN)
  const isAfterCaveat = last?.kind === 'hidden' && last.text.startsWith('<local-command-caveat>')
  return (last === undefined || isAfterCaveat) && /^Unknown (skill|command|slash command): /.test(text)
}

/** 2.1.38 repeats a command under another uuid than ours. */
function isEchoOfPrompt(state: SessionState, line: { text: string; isCommand: boolean }): boolean {
  const prompt = findPrompt(state)
  return line.isCommand && prompt?.isCommand === true && prompt.text === line.text
}

/** The prompt of the turn that runs. */
function findPrompt(state: SessionState): UserEntry | undefined {
  const id = currentTurn(state)?.prompt
  const index = id === undefined ? undefined : getValue(state.lines, id)?.entry
  const entry = index === undefined ? undefined : getItem(state.main.entries, index)
  return entry?.kind === 'user' ? entry : undefined
}

/** Adds a prompt, and the turn that it begins. */
function addPrompt(draft: SessionDraft, entry: UserEntry): void {
  openTurn(draft, { prompt: entry.id, at: entry.at })
  const separator = findCompaction(draft, entry)
  if (separator === undefined) addEntry(draft, MAIN, entry)
  else changeEntry(draft, { lane: MAIN, entry: separator }, (each: SeparatorEntry) => ({ ...each, command: entry }))
}

/** The compaction that `/compact` caused: the CLI writes the command into the transcript behind it. */
function findCompaction(state: SessionState, entry: UserEntry): number | undefined {
  if (!entry.isCommand || !/^\/compact\b/.test(entry.text)) return undefined
  for (let index = state.main.entries.size - 1; index >= 0; index--) {
    const each = getItem(state.main.entries, index)
    if (each?.kind === 'separator' && each.what === 'compaction') return index
    if (each?.kind !== 'summary' && each?.kind !== 'hidden') return undefined
  }
  return undefined
}

/** The separator that `/clear` leaves. */
export function addClear(
  draft: SessionDraft,
  { id = `clear-${nextPosition(draft, MAIN).entry}`, at }: { id: string | undefined; at: string | undefined },
): void {
  addEntry(draft, MAIN, {
    kind: 'separator',
    id,
    what: 'clear',
    text: 'The conversation was cleared.',
    ...(at && { at }),
  })
}

function applyTitle(draft: SessionDraft, text: string): void {
  const { firstPrompt = text } = draft.titles
  draft.titles = { ...draft.titles, firstPrompt, lastPrompt: text }
}

/** Marks a prompt that a hook rejected. A transcript has no other line of such a prompt, so that it is added from `prompt` there. */
export function rejectPrompt(
  draft: SessionDraft,
  reason: string,
  prompt: string | undefined,
  base: { id: string; at?: string },
): void {
  const entry = findPrompt(draft)
  const index = getValue(draft.lines, entry?.id ?? '')?.entry
  if (entry !== undefined && index !== undefined && (prompt === undefined || entry.text === toPromptText(prompt)))
    changeEntry(draft, { lane: MAIN, entry: index }, () => ({ ...entry, rejected: reason }))
  else if (prompt === undefined) return
  else addPrompt(draft, { kind: 'user', ...base, text: toPromptText(prompt), rejected: reason })
  changeTurn(draft, { hasOutput: true })
}
