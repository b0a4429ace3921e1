import type { MessageOf } from '@quarterdeck/protocol/pure'
import { applyNotificationText } from '../calls/tasks.ts'
import { applyToolResults } from '../calls/tool-calls.ts'
import type { Entry } from '../state/entry.ts'
import { addEntry, findTool, MAIN, nextPosition } from '../state/lanes.ts'
import type { SessionDraft } from '../state/session-draft.ts'
import type { SessionState } from '../state/session-state.ts'
import { closeDoneApprovals } from '../turns/approvals.ts'
import { closeDrafts } from '../turns/drafts.ts'
import { applyOutput } from '../turns/local-output.ts'
import { addKeptGoing, addNotice } from '../turns/notices.ts'
import { endTurn, wakeTurn } from '../turns/turns.ts'
import { isFromDisk } from './branches.ts'
import { toAttachments, toText } from './content.ts'
import { applyPromptLine, type Sender } from './prompts.ts'
import { toUserLine, type UserLine } from './user-line.ts'

type User = MessageOf<'user'>

interface UserContext extends Sender {
  lane: string
  /** The message was sent during a turn, and begins none. */
  isMidTurn?: boolean
}

/** A user line: a prompt, tool results, or one of the many kinds that the CLI writes in the user's name. */
export function applyUser(draft: SessionDraft, message: User, context: UserContext): void {
  const { lane, at } = context
  applyToolResults(draft, message, at)
  closeDoneApprovals(draft, at)
  const text = toText(message.message.content)
  const attachments = toAttachments(message.message.content)
  if (text === '' && attachments.length === 0) return
  const base: Base = { id: message.uuid ?? `user-${nextPosition(draft, lane).entry}` }
  if (at !== undefined) base.at = at
  // Where reading begins behind a compaction, its boundary is missing.
  const line = toUserLine(message, text, draft.isSummaryDue || draft.main.entries.size === 0)
  if (lane === MAIN) applyMainLine(draft, { message, line, base }, context)
  else if (line.kind === 'prompt') addEntry(draft, lane, toAgentLine(draft, lane, { ...base, text: line.text }))
}

interface Base {
  id: string
  at?: string
}

function applyMainLine(
  draft: SessionDraft,
  { message, line, base }: { message: User; line: UserLine; base: Base },
  context: UserContext,
): void {
  const { at } = context
  switch (line.kind) {
    case 'prompt':
      applyPromptLine(draft, message, context, line)
      break
    case 'output':
      applyOutput(draft, line.text, { id: base.id, at })
      break
    case 'interruption':
      closeDrafts(draft, MAIN)
      addNotice(draft, 'info', 'The turn was stopped.', base)
      // A live turn is ended by its `result`, which is never on disk.
      if (isFromDisk(message)) endTurn(draft, { status: 'stopped', at })
      break
    case 'summary':
      draft.isSummaryDue = false
      addEntry(draft, MAIN, { kind: 'summary', ...base, text: line.text })
      break
    case 'notification':
      applyNotificationText(draft, line.text, at)
      addEntry(draft, MAIN, { kind: 'hidden', ...base, why: 'tells Claude of a task', text: line.text })
      if (!context.isMidTurn) wakeTurn(draft, { id: base.id, at })
      break
    case 'feedback':
      addKeptGoing(draft, line.text, base)
      break
    case 'hidden':
      addEntry(draft, MAIN, { kind: 'hidden', ...base, why: line.why, text: line.text })
  }
}

/** The first line of an agent's lane is hidden where it repeats the `prompt` of the call. */
function toAgentLine(state: SessionState, lane: string, line: { id: string; text: string; at?: string }): Entry {
  const { prompt } = (findTool(state, lane)?.input ?? {}) as { prompt?: unknown }
  if (typeof prompt !== 'string' || prompt.trim() !== line.text) return { kind: 'user', ...line }
  return { kind: 'hidden', why: 'stands in the call', ...line }
}
