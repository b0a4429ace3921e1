import type { ExitInfo, KeeperMessage } from '@quarterdeck/protocol/pure'
import { changeSessionId, withAbout } from './about.ts'
import { closePrompts } from './approvals.ts'
import type { NoticeEntry } from './entry.ts'
import { stopHooks } from './hooks.ts'
import { addNotice } from './notices.ts'
import { dropSent } from './sent.ts'
import type { SessionState } from './session-state.ts'
import { withStatus } from './status.ts'
import { stopTasks } from './tasks.ts'
import { closeTools } from './tools.ts'
import { closeTurn, currentTurn, endTurn } from './turns.ts'
import { applyCostState } from './usage.ts'

/** When a record was written, and its number. */
interface Told {
  at?: string | undefined
  seq?: number | undefined
}

/** What the keeper has to say of the process and of what waits for it. */
export function applyKeeper(state: SessionState, message: KeeperMessage, told: Told): SessionState {
  const { at } = told
  switch (message.subtype) {
    case 'started': {
      const { sessionId, cwd, cliVersion, priorCostUsd, permissionMode } = message
      closeAll(state, at)
      state.process = 'running'
      state.starts++
      state.hasAnswered = false
      state.claim = null
      state.sessionId = sessionId
      if (priorCostUsd !== undefined) applyCostState(state, priorCostUsd)
      // What was set for the process that ran before is over with it.
      const { effort: _, fastMode: __, outputStyle: ___, maxThinkingTokens: ____, ...about } = state.about
      state.about = about
      return withAbout(state, { cwd, version: cliVersion, permissionMode })
    }
    case 'exited':
      return applyExit(state, message.exit, told)
    case 'unread':
      return addUnread(state, message.text, told)
    case 'oversize':
      return addRecordNotice(
        state,
        'warning',
        `The CLI wrote a line of ${message.bytes} bytes, which is too long to keep.`,
        told,
      )
    case 'queue':
      state.queue = message.items
      // What the CLI has given back waits here, and no longer there.
      for (const { sentAs } of message.items) if (sentAs !== undefined) dropSent(state, sentAs)
      return state
    case 'session_changed':
      return changeSessionId(state, message.sessionId)
    case 'suspended':
      state.isSuspended = message.isSuspended
      return state
    case 'restored':
      return message.gone.length === 0
        ? state
        : addRecordNotice(state, 'warning', `Not as before the restart: ${message.gone.join(', ')}.`, told)
    case 'snapshot':
      return state
  }
}

const UNREAD_CHARACTERS = 200

export function addUnread(state: SessionState, text: string, told: Told): SessionState {
  const start = text.slice(0, UNREAD_CHARACTERS)
  return addRecordNotice(state, 'info', `The CLI wrote a line that this version cannot read: ${start}`, told)
}

/** What has no uuid goes by its number in the log: the same wherever one begins to read. */
function addRecordNotice(
  state: SessionState,
  tone: NoticeEntry['tone'],
  text: string,
  { seq, at }: Told,
): SessionState {
  return addNotice(state, tone, text, { id: seq === undefined ? undefined : `record-${seq}`, at })
}

/** Nothing of an earlier process is open any more. */
function closeAll(state: SessionState, at: string | undefined): SessionState {
  const isCut = state.process === 'running' || state.running.length > 0
  closeTools(closePrompts(stopTasks(stopHooks(closeTurn(state, at)), at), at), at, true)
  state.sent = []
  state.asked = {}
  state.isSuspended = false
  if (currentTurn(state) === undefined) return state
  return endTurn(state, {
    status: isCut ? 'stopped' : 'done',
    at: state.process === 'running' ? at : (state.lastAt ?? undefined),
  })
}

/** A process of our own tells of its end itself. */
export function applyUnheld(state: SessionState): SessionState {
  return state.process === 'running' ? state : withStatus(closeAll({ ...state }, state.lastAt ?? undefined))
}

function applyExit(state: SessionState, exit: ExitInfo, told: Told): SessionState {
  const hadWork = currentTurn(state) !== undefined
  closeAll(state, told.at)
  // Whoever reads from the middle of a log does not know what the process has said before.
  const wasThere = state.hasAnswered || state.process === 'unknown'
  const isPlain = exit.kind === 'stopped' || (exit.kind === 'finished' && !exit.inTurn && !hadWork && wasThere)
  state.process = isPlain ? 'ended' : 'failed'
  return isPlain ? state : addRecordNotice(state, 'error', toExitText(exit), told)
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
