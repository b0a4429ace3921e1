import type { SessionStatus } from '@quarterdeck/protocol/pure'
import { getValue, isEmpty } from '../state/dictionary.ts'
import { lastItem } from '../state/list.ts'
import type { SessionState } from '../state/session-state.ts'
import { currentTurn } from './turns.ts'

export function withStatus(state: SessionState): SessionState {
  state.status = toStatus(state)
  return state
}

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
 * A `result` is not the end of the work while background tasks live; a CLI that tells its own state knows better. A command of whose end
 * the CLI will never tell, such as a development server under 2.1.38, is none that anybody could wait for.
 */
function isWorking(state: SessionState): boolean {
  const turn = currentTurn(state)
  if (turn !== undefined || state.isCompacting) return true
  return state.claim === null ? state.liveTasks.some((id) => !isUntold(state, id)) : state.claim === 'running'
}

function isUntold(state: SessionState, taskId: string): boolean {
  const task = getValue(state.tasks, taskId)
  return task?.kind === 'local_bash' && task.isTold !== true
}
