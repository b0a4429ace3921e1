import type { Message } from '@quarterdeck/protocol/pure'
import { closeTools, denyTool } from '../calls/tool-calls.ts'
import { emptyDictionary } from '../state/dictionary.ts'
import { addEntry, findTool, lastEntry, MAIN, nextPosition } from '../state/lanes.ts'
import { addItem, lastItem, setItem } from '../state/list.ts'
import type { SessionDraft } from '../state/session-draft.ts'
import type { SessionState } from '../state/session-state.ts'
import type { Turn } from '../state/turn.ts'
import type { Writable } from '../state/writable.ts'
import { toDenialLine } from './denial-line.ts'
import { closeDrafts } from './drafts.ts'
import { addNotice } from './notices.ts'
import { toTokens, toTurnCost } from './usage.ts'

export function currentTurn(state: SessionState): Turn | undefined {
  const turn = lastItem(state.turns)
  return turn?.status === 'running' ? turn : undefined
}

export function changeTurn(draft: SessionDraft, change: Partial<Turn>): void {
  const turn = lastItem(draft.turns)
  if (turn === undefined) return
  draft.turns = setItem(draft.turns, draft.turns.size - 1, Object.assign({ ...turn }, change))
}

/** Begins a turn, and ends one that is open: a transcript has no line for the end of a turn. */
export function openTurn(
  draft: SessionDraft,
  { prompt, at }: { prompt?: string | undefined; at?: string | undefined },
): void {
  if (currentTurn(draft) !== undefined) endUnfinished(draft, draft.lastAt ?? undefined)
  const origin = prompt === undefined ? 'self' : 'prompt'
  const turn: Writable<Turn> = {
    status: 'running',
    origin,
    costUsd: 0,
    waitedMs: 0,
    denials: [],
    hasBegun: false,
    hasOutput: false,
  }
  if (prompt !== undefined) turn.prompt = prompt
  if (at !== undefined) turn.startedAt = at
  draft.turns = addItem(draft.turns, turn)
  // The suggestion was for this prompt.
  draft.suggestion = null
}

function endUnfinished(draft: SessionDraft, at: string | undefined): void {
  const status = draft.running.length > 0 ? 'stopped' : 'done'
  closeTools(draft, at)
  endTurn(draft, { status, at })
}

/** The CLI works on a turn: opens one if there is none, whoever began it. `hasOutput`: something was written in it. */
export function continueTurn(draft: SessionDraft, at: string | undefined, hasOutput = false): void {
  const turn = currentTurn(draft)
  if (turn === undefined) openTurn(draft, { at })
  else if (turn.hasBegun && (turn.hasOutput || !hasOutput)) return
  changeTurn(draft, hasOutput ? { hasBegun: true, hasOutput } : { hasBegun: true })
}

/** Begins a turn without a prompt: a background task has ended, or a timer woke Claude. */
export function wakeTurn(
  draft: SessionDraft,
  { id = `wake-${nextPosition(draft, MAIN).entry}`, at }: { id: string | undefined; at: string | undefined },
): void {
  const last = lastEntry(draft, MAIN)
  openTurn(draft, { at })
  if (last === undefined || (last.kind === 'separator' && last.what === 'wake')) return
  addEntry(draft, MAIN, {
    kind: 'separator',
    id,
    what: 'wake',
    text: 'Claude went on by itself.',
    ...(at && { at }),
  })
}

export function endTurn(draft: SessionDraft, { status, at }: { status: Turn['status']; at: string | undefined }): void {
  changeTurn(draft, at === undefined ? { status } : { status, endedAt: at })
}

/** Closes the calls and drafts of a turn that ends. Half-written text stays: an interrupted CLI does not always repeat it. */
export function closeTurn(draft: SessionDraft, at: string | undefined): void {
  closeDrafts(draft, MAIN)
  closeTools(draft, at)
  if (draft.usage.thinkingTokens !== null) draft.usage = { ...draft.usage, thinkingTokens: null }
  draft.retry = null
  draft.isRequesting = false
  draft.isCompacting = false
  draft.counted = emptyDictionary()
}

type Result = Extract<Message, { type: 'result' }>

export function applyResult(draft: SessionDraft, message: Result, at: string | undefined): void {
  const isKnown = currentTurn(draft) !== undefined
  if (!isKnown) openTurn(draft, { at })
  closeTurn(draft, at)
  const { costUsd, usage } = toTurnCost(draft, message)
  draft.usage = usage
  const denials = (message.permission_denials ?? []).map((denial) => ({
    toolName: denial.tool_name,
    toolUseId: denial.tool_use_id,
  }))
  for (const denial of denials) denyTool(draft, denial.toolUseId)
  const { status, reason } = toEnding(message)
  const ending: Partial<Writable<Turn>> = { status, outcome: message.subtype, costUsd, denials }
  if (at !== undefined) ending.endedAt = at
  if (reason !== undefined) ending.reason = reason
  if (message.duration_ms !== undefined) ending.durationMs = message.duration_ms
  if (message.duration_api_ms !== undefined) ending.apiMs = message.duration_api_ms
  if (message.num_turns !== undefined) ending.steps = message.num_turns
  if (message.usage) ending.tokens = toTokens(message.usage)
  changeTurn(draft, ending)
  if (status === 'failed') addNotice(draft, 'error', reason ?? 'The turn failed.', { id: message.uuid, at })
  else if (status === 'stopped') addNotice(draft, 'info', reason ?? 'The turn was stopped.', { id: message.uuid, at })
  // The text of a turn that began before the first loaded message is not known to be missing.
  else if (isKnown) addResultText(draft, message, at)
  addDenials(draft, message, at)
}

/** One line at the end of the turn for all calls that a person, a rule or a hook denied. */
function addDenials(draft: SessionDraft, message: Result, at: string | undefined): void {
  // The CLI also lists an approval that was open when the turn was stopped; nobody denied that call.
  const isDenied = (id: string) => (findTool(draft, id)?.status ?? 'denied') === 'denied'
  const text = toDenialLine((message.permission_denials ?? []).filter((denial) => isDenied(denial.tool_use_id)))
  const id = message.uuid === undefined ? undefined : `${message.uuid}-denials`
  if (text !== '') addNotice(draft, 'info', text, { id, at })
}

/** Adds the text of the `result` if the turn has no output yet: some local commands answer nowhere else. */
function addResultText(draft: SessionDraft, message: Result, at: string | undefined): void {
  const text = 'result' in message ? message.result : undefined
  if (!text || lastItem(draft.turns)?.hasOutput) return
  const id = message.uuid ?? `result-${nextPosition(draft, MAIN).entry}`
  addEntry(draft, MAIN, { kind: 'output', id, stream: 'stdout', text, ...(at && { at }) })
}

const ENDINGS: Readonly<Record<string, string>> = {
  error_during_execution: 'The turn was stopped.',
  error_max_turns: 'The turn reached its limit of steps.',
  error_max_budget_usd: 'The turn reached its budget.',
  error_max_structured_output_retries: 'The answer did not take the form that was asked for.',
}

function toEnding(message: Result): { status: Turn['status']; reason?: string } {
  if (message.subtype === 'success')
    return message.is_error ? { status: 'failed', reason: message.result ?? 'The turn failed.' } : { status: 'done' }
  const [error] = message.errors ?? []
  // 2.1.325 sends an interruption as an error too, with a diagnosis for its developers as the reason.
  const isInterruption = message.terminal_reason?.startsWith('aborted') ?? !message.is_error
  const ending = ENDINGS[message.subtype] ?? error ?? `The turn ended: ${message.subtype}.`
  if (message.subtype !== 'error_during_execution') return { status: 'failed', reason: ending }
  if (isInterruption || error === undefined) return { status: 'stopped', reason: ending }
  return { status: 'failed', reason: error }
}

/** A line on disk that says how long the turn was. */
export function applyTurnDuration(draft: SessionDraft, durationMs: number | undefined): void {
  if (durationMs !== undefined) changeTurn(draft, { durationMs })
}
