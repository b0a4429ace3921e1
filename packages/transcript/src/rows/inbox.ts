import type { Approval } from '../state/approval.ts'
import { getValue } from '../state/dictionary.ts'
import type { Entry } from '../state/entry.ts'
import { findTool, MAIN } from '../state/lanes.ts'
import { getItem, lastItem } from '../state/list.ts'
import type { SessionState } from '../state/session-state.ts'

/** The subagent whose call needs an approval. */
export interface AskingAgent {
  id?: string
  /** The tool call that started the agent. */
  toolUseId?: string
  type?: string
  description?: string
}

/** News of a session for a person: a request that waits for an answer, or a turn that finished or failed. */
export type InboxItem =
  | {
      kind: Approval['kind']
      requestId: string
      toolName: string
      input: unknown
      inputHash?: string
      suggestions: readonly unknown[]
      reason?: string
      since?: string
      agent?: AskingAgent
    }
  | {
      kind: 'finished' | 'failed'
      /** The last line of Claude's answer, or the error. */
      text: string
      since?: string
    }

/**
 * The open requests, the oldest first. Without any, and if nothing runs, the end of the last turn, until another begins: whether somebody
 * has read it is for the host to know. A turn that a person stopped is no news.
 */
export function toInbox(state: SessionState): InboxItem[] {
  if (state.approvals.length > 0) return state.approvals.map((approval) => toRequest(state, approval))
  const end = toEnd(state)
  return end === null ? [] : [end]
}

function toRequest(state: SessionState, approval: Approval): InboxItem {
  const { kind, requestId, toolName, input, inputHash, suggestions, reason, at } = approval
  const agent = findAskingAgent(state, approval)
  return {
    kind,
    requestId,
    toolName,
    input,
    suggestions,
    ...(inputHash === undefined ? {} : { inputHash }),
    ...(reason === undefined ? {} : { reason }),
    ...(at === undefined ? {} : { since: at }),
    ...(agent === undefined ? {} : { agent }),
  }
}

/** The agent of an approval: the CLI names it, or the call stands in the agent's lane. */
export function findAskingAgent(state: SessionState, { toolUseId = '', agentId }: Approval): AskingAgent | undefined {
  const lane = getValue(state.positions, toolUseId)?.lane || getValue(state.agents, agentId ?? '') || MAIN
  if (lane === MAIN) return agentId === undefined ? undefined : { id: agentId }
  const { type, description, id = agentId } = findTool(state, lane)?.subagent?.agent ?? {}
  return {
    toolUseId: lane,
    ...(id === undefined ? {} : { id }),
    ...(type === undefined ? {} : { type }),
    ...(description === undefined ? {} : { description }),
  }
}

function toEnd(state: SessionState): InboxItem | null {
  const turn = lastItem(state.turns)
  const since = turn?.endedAt ?? state.lastAt ?? undefined
  const at = since === undefined ? {} : { since }
  if (state.process === 'failed')
    return { kind: 'failed', text: findText(state, toNotice) ?? 'The CLI has ended.', ...at }
  if (state.status === 'working' || turn === undefined) return null
  if (turn.status === 'failed') return { kind: 'failed', text: toLine(turn.reason ?? 'The turn failed.'), ...at }
  if (turn.status !== 'done') return null
  return { kind: 'finished', text: findText(state, toWords) ?? 'The turn has ended.', ...at }
}

const MAX_ENTRIES = 50
const MAX_CHARACTERS = 200

/** The text of the newest entry that has one. */
function findText(state: SessionState, toText: (entry: Entry) => string | undefined): string | undefined {
  const { entries } = state.main
  for (let index = entries.size - 1; index >= Math.max(0, entries.size - MAX_ENTRIES); index--) {
    const text = toText(getItem(entries, index) as Entry)
    if (text !== undefined && text.trim() !== '') return toLine(text)
  }
  return undefined
}

function toWords(entry: Entry): string | undefined {
  if (entry.kind === 'output') return entry.text
  const part = entry.kind === 'assistant' ? entry.parts.findLast((each) => each.kind === 'text') : undefined
  return part?.kind === 'text' ? part.text : undefined
}

function toNotice(entry: Entry): string | undefined {
  return entry.kind === 'notice' && entry.tone === 'error' ? entry.text : undefined
}

function toLine(text: string): string {
  const [line = ''] = text.trim().split('\n')
  return line.length > MAX_CHARACTERS ? `${line.slice(0, MAX_CHARACTERS).trimEnd()}…` : line
}
