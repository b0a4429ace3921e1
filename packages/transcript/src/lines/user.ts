import type { MessageOf } from '@quarterdeck/protocol/pure'
import { applyNotificationText } from '../calls/tasks.ts'
import { applyToolResults } from '../calls/tool-calls.ts'
import type { Entry } from '../state/entry.ts'
import { addEntry, findTool, MAIN, nextPlace } from '../state/lanes.ts'
import type { SessionState } from '../state/session-state.ts'
import { closeDonePrompts } from '../turns/approvals.ts'
import { closeDrafts } from '../turns/drafts.ts'
import { applyOutput } from '../turns/local-output.ts'
import { addKeptGoing, addNotice } from '../turns/notices.ts'
import { endTurn, wakeTurn } from '../turns/turns.ts'
import { isFromDisk } from './branches.ts'
import { toAttachments, toText } from './content.ts'
import { applyPromptLine, type Said } from './prompts.ts'
import { toUserLine } from './user-line.ts'

type User = MessageOf<'user'>

interface UserSaid extends Said {
  lane: string
  /** It was told to a turn that runs, and begins none. */
  isMidTurn?: boolean
}

/** A line of the user: a prompt, results of tools, or one of the many things that the CLI writes in the user's name. */
export function applyUser(state: SessionState, message: User, event: UserSaid): SessionState {
  const { lane, at, isMidTurn } = event
  closeDonePrompts(applyToolResults(state, message, at), at)
  const text = toText(message.message.content)
  const attachments = toAttachments(message.message.content)
  if (text === '' && attachments.length === 0) return state
  const base: { id: string; at?: string } = { id: message.uuid ?? `user-${nextPlace(state, lane).entry}` }
  if (at !== undefined) base.at = at
  // Where one begins to read behind a compaction, its mark is missing.
  const line = toUserLine(message, text, state.isSummaryDue || state.main.entries.size === 0)
  if (lane !== MAIN)
    return line.kind === 'prompt'
      ? addEntry(state, lane, toAgentLine(state, lane, { ...base, text: line.text }))
      : state
  switch (line.kind) {
    case 'prompt':
      return applyPromptLine(state, message, event, line)
    case 'output':
      return applyOutput(state, line.text, { id: base.id, at })
    case 'interruption': {
      addNotice(closeDrafts(state, MAIN), 'info', 'The turn was stopped.', base)
      // Live, the result says so too, and closes the turn.
      return isFromDisk(message) ? endTurn(state, { status: 'stopped', at }) : state
    }
    case 'summary':
      state.isSummaryDue = false
      return addEntry(state, MAIN, { kind: 'summary', ...base, text: line.text })
    case 'notification': {
      applyNotificationText(state, line.text, at)
      const told = { kind: 'hidden', ...base, why: 'tells Claude of a task', text: line.text } as const
      const added = addEntry(state, MAIN, told)
      return isMidTurn ? added : wakeTurn(added, { id: base.id, at })
    }
    case 'feedback':
      return addKeptGoing(state, line.text, base)
    case 'hidden':
      return addEntry(state, MAIN, { kind: 'hidden', ...base, why: line.why, text: line.text })
  }
}

/** What an agent was sent with stands in the call already. */
function toAgentLine(state: SessionState, lane: string, line: { id: string; text: string; at?: string }): Entry {
  const { prompt } = (findTool(state, lane)?.input ?? {}) as { prompt?: unknown }
  if (typeof prompt !== 'string' || prompt.trim() !== line.text) return { kind: 'user', ...line }
  return { kind: 'hidden', why: 'stands in the call', ...line }
}
