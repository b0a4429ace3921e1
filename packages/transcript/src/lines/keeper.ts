import type { ExitInfo, KeeperMessage } from '@quarterdeck/protocol/pure'
import { stopTasks } from '../calls/tasks.ts'
import { closeTools } from '../calls/tool-calls.ts'
import type { NoticeEntry } from '../state/entry.ts'
import type { SessionDraft } from '../state/session-draft.ts'
import { closeApprovals } from '../turns/approvals.ts'
import { stopHooks } from '../turns/hooks.ts'
import { addNotice } from '../turns/notices.ts'
import { closeTurn, currentTurn, endTurn } from '../turns/turns.ts'
import { applyCostState } from '../turns/usage.ts'
import { changeAbout, changeSessionId } from './about.ts'
import { dropSent } from './sent.ts'

/** When a record was written, and its number in the log. */
interface RecordContext {
  at?: string | undefined
  seq?: number | undefined
}

/** A message of the keeper about the process or its queue. */
export function applyKeeper(draft: SessionDraft, message: KeeperMessage, record: RecordContext): void {
  switch (message.subtype) {
    case 'started':
      applyStart(draft, message, record.at)
      break
    case 'exited':
      applyExit(draft, message.exit, record)
      break
    case 'unread':
      addUnread(draft, message.text, record)
      break
    case 'oversize': {
      const text = `The CLI wrote a line of ${message.bytes} bytes, which is too long to keep.`
      addRecordNotice(draft, 'warning', text, record)
      break
    }
    case 'queue':
      draft.queue = message.items
      // A message that the CLI has given back waits with the keeper again.
      for (const { sentAs } of message.items) if (sentAs !== undefined) dropSent(draft, sentAs)
      break
    case 'session_changed':
      changeSessionId(draft, message.sessionId)
      break
    case 'suspended':
      draft.isSuspended = message.isSuspended
      break
    case 'restored':
      if (message.gone.length > 0)
        addRecordNotice(draft, 'warning', `Not as before the restart: ${message.gone.join(', ')}.`, record)
      break
    case 'snapshot':
  }
}

function applyStart(
  draft: SessionDraft,
  { sessionId, cwd, cliVersion, priorCostUsd, permissionMode }: Extract<KeeperMessage, { subtype: 'started' }>,
  at: string | undefined,
): void {
  closeAll(draft, at)
  draft.process = 'running'
  draft.starts++
  draft.hasAnswered = false
  draft.reportedState = null
  draft.sessionId = sessionId
  if (priorCostUsd !== undefined) applyCostState(draft, priorCostUsd)
  // Settings that a host changed while the last process ran ended with it.
  const { effort: _, fastMode: __, outputStyle: ___, maxThinkingTokens: ____, ...about } = draft.about
  draft.about = about
  changeAbout(draft, { cwd, version: cliVersion, permissionMode })
}

const UNREAD_CHARACTERS = 200

export function addUnread(draft: SessionDraft, text: string, record: RecordContext): void {
  const start = text.slice(0, UNREAD_CHARACTERS)
  addRecordNotice(draft, 'info', `The CLI wrote a line that this version cannot read: ${start}`, record)
}

/** A notice about a record without a uuid. Its id is the record's number, which is the same wherever reading began. */
function addRecordNotice(
  draft: SessionDraft,
  tone: NoticeEntry['tone'],
  text: string,
  { seq, at }: RecordContext,
): void {
  addNotice(draft, tone, text, { id: seq === undefined ? undefined : `record-${seq}`, at })
}

/** Closes everything that the last process left open. */
function closeAll(draft: SessionDraft, at: string | undefined): void {
  const isCut = draft.process === 'running' || draft.running.length > 0
  closeTurn(draft, at)
  stopHooks(draft)
  stopTasks(draft, at)
  closeApprovals(draft, at)
  closeTools(draft, at, true)
  draft.sent = []
  draft.hostRequests = {}
  draft.isSuspended = false
  if (currentTurn(draft) === undefined) return
  const endedAt = draft.process === 'running' ? at : (draft.lastAt ?? undefined)
  endTurn(draft, { status: isCut ? 'stopped' : 'done', at: endedAt })
}

/** No process has the session open. A process of ours is left alone: the keeper reports its end. */
export function applyUnheld(draft: SessionDraft): void {
  if (draft.process !== 'running') closeAll(draft, draft.lastAt ?? undefined)
}

function applyExit(draft: SessionDraft, exit: ExitInfo, record: RecordContext): void {
  const hadWork = currentTurn(draft) !== undefined
  closeAll(draft, record.at)
  // A reader that began in the middle of a log does not know whether the process had answered.
  const wasThere = draft.hasAnswered || draft.process === 'unknown'
  const isPlain = exit.kind === 'stopped' || (exit.kind === 'finished' && !exit.inTurn && !hadWork && wasThere)
  draft.process = isPlain ? 'ended' : 'failed'
  if (!isPlain) addRecordNotice(draft, 'error', toExitText(exit), record)
}

function toExitText(exit: ExitInfo): string {
  const tail = exit.stderr.trim().split('\n').at(-1) ?? ''
  const how = exit.signal ?? `exit code ${exit.code}`
  const what =
    exit.kind === 'failed_to_start'
      ? `The CLI could not be started: ${exit.reason ?? how}.`
      : `The CLI ended unexpectedly (${how}${exit.reason === undefined ? '' : `: ${exit.reason}`}).`
  return `${what}${tail === '' ? '' : ` It said: ${tail}`} Send a message to go on.`
}
