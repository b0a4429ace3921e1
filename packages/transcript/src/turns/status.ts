import type { SessionStatus } from '@quarterdeck/protocol/pure'
import { getValue, isEmpty } from '../state/dictionary.ts'
import { lastItem } from '../state/list.ts'
import type { SessionState } from '../state/session-state.ts'
import { currentTurn } from './turns.ts'

export function toStatus(state: SessionState): SessionStatus {
  if (state.process === 'failed') return 'error'
  if (state.process === 'ended') return 'disconnected'
  if (state.process === 'unknown') return state.lastAt === null && isEmpty(state.lines) ? 'starting' : 'disconnected'
  if (state.approvals.some(({ kind }) => kind === 'approval' || kind === 'plan')) return 'awaiting approval'
  if (state.approvals.length > 0) return 'awaiting answer'
  if (isWorking(state)) return 'working'
  if (state.turns.size > 0) return lastItem(state.turns)?.status === 'failed' ? 'error' : 'idle'
  return state.hasAnswered ? 'ready' : 'starting'
}

/**
 * A `result` does not end the work while background tasks live, unless the CLI reports its own state. A background command does not count
 * where the CLI never reports its end, such as a development server under 2.1.38.
 */
function isWorking(state: SessionState): boolean {
  const turn = currentTurn(state)
  if (turn !== undefined || state.isCompacting) return true
  return state.reportedState === null
    ? state.liveTasks.some((id) => !isUnreported(state, id))
    : state.reportedState === 'running'
}

function isUnreported(state: SessionState, taskId: string): boolean {
  const task = getValue(state.tasks, taskId)
  return task?.kind === 'local_bash' && task.isReported !== true
}
