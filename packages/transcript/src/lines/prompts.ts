import type { MessageOf } from '@quarterdeck/protocol/pure'
import { getValue } from '../state/dictionary.ts'
import type { SeparatorEntry, UserEntry } from '../state/entry.ts'
import { addEntry, changeEntry, lastEntry, MAIN, nextPlace } from '../state/lanes.ts'
import { getItem } from '../state/list.ts'
import type { SessionState } from '../state/session-state.ts'
import { toPromptText } from '../state/title.ts'
import { applyOutput } from '../turns/local-output.ts'
import { changeTurn, currentTurn, openTurn } from '../turns/turns.ts'
import { isFromDisk } from './branches.ts'
import { addExtras } from './content.ts'

type User = MessageOf<'user'>

/** When, and on whose word. */
export interface Said {
  at: string | undefined
  by: string | undefined
}

/** A prompt: it begins a turn, and names the session. */
export function applyPromptLine(
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
  return isFromDisk(message) && /^\/clear\b/.test(line.text) ? addClear(added, { id: entry.id, at }) : added
}

/** 2.1.38 says so in the user's name. */
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
export function addClear(
  state: SessionState,
  { id = `clear-${nextPlace(state, MAIN).entry}`, at }: { id: string | undefined; at: string | undefined },
): SessionState {
  return addEntry(state, MAIN, {
    kind: 'separator',
    id,
    what: 'clear',
    text: 'The conversation was cleared.',
    ...(at && { at }),
  })
}

function applyTitle(state: SessionState, text: string): SessionState {
  const { firstPrompt = text } = state.titles
  state.titles = { ...state.titles, firstPrompt, lastPrompt: text }
  return state
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
