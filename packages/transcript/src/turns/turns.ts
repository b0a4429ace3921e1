import type { Message } from '@quarterdeck/protocol/pure'
import { closeTools, denyTool } from '../calls/tool-calls.ts'
import { emptyDictionary } from '../state/dictionary.ts'
import { addEntry, findTool, lastEntry, MAIN, nextPlace } from '../state/lanes.ts'
import { addItem, lastItem, setItem } from '../state/list.ts'
import type { SessionState } from '../state/session-state.ts'
import { toDenialLine } from './denial-line.ts'
import { closeDrafts } from './drafts.ts'
import { addNotice } from './notices.ts'
import { applyCost, type Tokens, toTokens } from './usage.ts'

/** From a prompt, or from what woke Claude, to its end. */
export interface Turn {
  status: 'running' | 'done' | 'failed' | 'stopped'
  /** It began with a prompt of a person, or by itself. */
  origin: 'prompt' | 'self'
  /** The uuid of the prompt. */
  prompt?: string
  startedAt?: string
  endedAt?: string
  /** The `subtype` of its result, and why it ended where that is no success. */
  outcome?: string
  reason?: string
  /** Its own share of the cost. */
  costUsd: number
  durationMs?: number
  apiMs?: number
  /** How long it waited for a person. */
  waitedMs: number
  steps?: number
  tokens?: Tokens
  denials: readonly { toolName: string; toolUseId: string }[]
  /** The CLI has begun with it. */
  isHeard: boolean
  /** Claude, or a command, has said something in it. */
  hasSpoken: boolean
}

export function currentTurn(state: SessionState): Turn | undefined {
  const turn = lastItem(state.turns)
  return turn?.status === 'running' ? turn : undefined
}

export function changeTurn(state: SessionState, change: Partial<Turn>): SessionState {
  const turn = lastItem(state.turns)
  if (turn === undefined) return state
  state.turns = setItem(state.turns, state.turns.size - 1, Object.assign({ ...turn }, change))
  return state
}

/** A turn that is open gives way: on disk nothing says that it ended. */
export function openTurn(
  state: SessionState,
  { prompt, at }: { prompt?: string | undefined; at?: string | undefined },
): SessionState {
  if (currentTurn(state) !== undefined) giveWay(state, state.lastAt ?? undefined)
  const origin = prompt === undefined ? 'self' : 'prompt'
  const turn: Turn = {
    status: 'running',
    origin,
    costUsd: 0,
    waitedMs: 0,
    denials: [],
    isHeard: false,
    hasSpoken: false,
  }
  if (prompt !== undefined) turn.prompt = prompt
  if (at !== undefined) turn.startedAt = at
  state.turns = addItem(state.turns, turn)
  // What might be said next was meant for now.
  state.suggestion = null
  return state
}

function giveWay(state: SessionState, at: string | undefined): SessionState {
  const status = state.running.length > 0 ? 'stopped' : 'done'
  return endTurn(closeTools(state, at), { status, at })
}

/** Claude is at work, whoever began it, and may have said something. */
export function hearTurn(state: SessionState, at: string | undefined, hasSpoken = false): SessionState {
  const turn = currentTurn(state)
  if (turn === undefined) openTurn(state, { at })
  else if (turn.isHeard && (turn.hasSpoken || !hasSpoken)) return state
  return changeTurn(state, hasSpoken ? { isHeard: true, hasSpoken } : { isHeard: true })
}

/** Nobody asked for the turn that begins: a background task has ended, or a timer woke Claude. */
export function wakeTurn(
  state: SessionState,
  { id = `wake-${nextPlace(state, MAIN).entry}`, at }: { id: string | undefined; at: string | undefined },
): SessionState {
  const last = lastEntry(state, MAIN)
  const next = openTurn(state, { at })
  if (last === undefined || (last.kind === 'separator' && last.what === 'wake')) return next
  return addEntry(next, MAIN, {
    kind: 'separator',
    id,
    what: 'wake',
    text: 'Claude went on by itself.',
    ...(at && { at }),
  })
}

export function endTurn(
  state: SessionState,
  { status, at }: { status: Turn['status']; at: string | undefined },
): SessionState {
  return changeTurn(state, at === undefined ? { status } : { status, endedAt: at })
}

/** What was open is over. What was half written stays: an interrupted CLI does not always repeat it. */
export function closeTurn(state: SessionState, at: string | undefined): SessionState {
  closeTools(closeDrafts(state, MAIN), at)
  if (state.usage.thinkingTokens !== null) state.usage = { ...state.usage, thinkingTokens: null }
  state.retry = null
  state.isRequesting = false
  state.isCompacting = false
  state.heard = emptyDictionary()
  return state
}

type Result = Extract<Message, { type: 'result' }>

export function applyResult(state: SessionState, message: Result, at: string | undefined): SessionState {
  const isKnown = currentTurn(state) !== undefined
  if (!isKnown) openTurn(state, { at })
  closeTurn(state, at)
  const costUsd = applyCost(state, message)
  const denials = (message.permission_denials ?? []).map((denial) => ({
    toolName: denial.tool_name,
    toolUseId: denial.tool_use_id,
  }))
  for (const denial of denials) denyTool(state, denial.toolUseId)
  const { status, reason } = toEnding(message)
  const ending: Partial<Turn> = { status, outcome: message.subtype, costUsd, denials }
  if (at !== undefined) ending.endedAt = at
  if (reason !== undefined) ending.reason = reason
  if (message.duration_ms !== undefined) ending.durationMs = message.duration_ms
  if (message.duration_api_ms !== undefined) ending.apiMs = message.duration_api_ms
  if (message.num_turns !== undefined) ending.steps = message.num_turns
  if (message.usage) ending.tokens = toTokens(message.usage)
  changeTurn(state, ending)
  if (status === 'failed') addNotice(state, 'error', reason ?? 'The turn failed.', { id: message.uuid, at })
  else if (status === 'stopped') addNotice(state, 'info', reason ?? 'The turn was stopped.', { id: message.uuid, at })
  // Of a turn that was told before the first message that we have, nobody knows what was said in it.
  else if (isKnown) addUnspoken(state, message, at)
  return addDenials(state, message, at)
}

/** Whatever refused it, a person, a rule or a hook: at the end of the turn stands in one line what was not done. */
function addDenials(state: SessionState, message: Result, at: string | undefined): SessionState {
  // A prompt that was open when the turn was stopped counts for the CLI as well; nobody refused it.
  const isDenied = (id: string) => (findTool(state, id)?.status ?? 'denied') === 'denied'
  const text = toDenialLine((message.permission_denials ?? []).filter((denial) => isDenied(denial.tool_use_id)))
  const id = message.uuid === undefined ? undefined : `${message.uuid}-denials`
  return text === '' ? state : addNotice(state, 'info', text, { id, at })
}

/** What a local command answers stands only in the result, where the CLI has not said it otherwise. */
function addUnspoken(state: SessionState, message: Result, at: string | undefined): SessionState {
  const text = 'result' in message ? message.result : undefined
  if (!text || lastItem(state.turns)?.hasSpoken) return state
  const id = message.uuid ?? `result-${nextPlace(state, MAIN).entry}`
  return addEntry(state, MAIN, { kind: 'output', id, stream: 'stdout', text, ...(at && { at }) })
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
  // 2.1.325 calls an interruption an error too, and gives a diagnosis for its makers as the reason.
  const isInterruption = message.terminal_reason?.startsWith('aborted') ?? !message.is_error
  const ending = ENDINGS[message.subtype] ?? error ?? `The turn ended: ${message.subtype}.`
  if (message.subtype !== 'error_during_execution') return { status: 'failed', reason: ending }
  if (isInterruption || error === undefined) return { status: 'stopped', reason: ending }
  return { status: 'failed', reason: error }
}

/** A line on disk that says how long the turn was. */
export function applyTurnDuration(state: SessionState, durationMs: number | undefined): SessionState {
  return durationMs === undefined ? state : changeTurn(state, { durationMs })
}
