import { getValue } from '../state/dictionary.ts'
import { findTool } from '../state/lanes.ts'
import type { SessionState } from '../state/session-state.ts'
import { currentTurn } from '../turns/turns.ts'

/** What a session waits for, in a line: shown while nothing new appears. */
export interface Silence {
  /** `claude`: it writes or thinks, and the session is not silent at all. */
  waitsFor: 'you' | 'api' | 'claude' | 'hook' | 'tool' | 'cli' | 'task' | 'nothing'
  text: string
  /** Since when it waits, where that is known. */
  since?: string
}

export function toSilence(state: SessionState): Silence {
  const [approval] = state.approvals
  if (approval !== undefined) {
    const what = approval.kind === 'approval' ? `whether ${approval.toolName} may run` : WAITING[approval.kind]
    return { waitsFor: 'you', text: `Waits for you: ${what}.`, ...(approval.at && { since: approval.at }) }
  }
  if (state.process === 'failed') return { waitsFor: 'nothing', text: 'The CLI has ended.' }
  if (state.process !== 'running') return { waitsFor: 'nothing', text: 'No process runs.' }
  if (state.isSuspended)
    return {
      waitsFor: 'cli',
      text: 'Its process was suspended (SIGSTOP or Ctrl+Z): let it go on with kill -CONT, or stop the session.',
    }
  return toWork(state) ?? toBackground(state) ?? { waitsFor: 'nothing', text: 'Nothing is under way.' }
}

const WAITING = {
  question: 'it has a question',
  plan: 'whether the plan is good',
  elicitation: 'a server asks for something',
  dialog: 'a dialog is open',
} as const

function toWork(state: SessionState): Silence | null {
  const { retry } = state
  if (retry !== null) {
    const of = retry.maxRetries === undefined ? '' : ` of ${retry.maxRetries}`
    const wait = retry.delayMs === undefined ? '' : `, in ${Math.ceil(retry.delayMs / 1000)} s`
    return {
      waitsFor: 'api',
      text: `Waits for the API: attempt ${retry.attempt}${of}${wait}.`,
      ...(retry.at && { since: retry.at }),
    }
  }
  const hook = state.runningHooks.at(-1)
  if (hook !== undefined)
    return { waitsFor: 'hook', text: `Waits for the hook ${hook.name}.`, ...(hook.at && { since: hook.at }) }
  if (state.isCompacting) return { waitsFor: 'api', text: 'The conversation is being compacted.' }
  const writing = toWriting(state)
  if (writing !== null) return writing
  const tool = state.running.map((id) => findTool(state, id)).findLast((each) => each?.status === 'running')
  if (tool !== undefined)
    return { waitsFor: 'tool', text: `Waits for ${tool.name}.`, ...(tool.startedAt && { since: tool.startedAt }) }
  const turn = currentTurn(state)
  if (turn === undefined) return state.hasAnswered ? null : { waitsFor: 'cli', text: 'The CLI starts.' }
  return { waitsFor: 'api', text: 'Waits for the API.', ...(state.lastAt && { since: state.lastAt }) }
}

function toWriting({ main, usage }: SessionState): Silence | null {
  const draft = main.drafts.at(-1)
  if (draft === undefined) return null
  if (draft.kind !== 'thinking') return { waitsFor: 'claude', text: 'Writes.' }
  const tokens = usage.thinkingTokens ?? 0
  const soFar = tokens > 0 ? `: ${tokens.toLocaleString('en')} tokens so far` : ''
  return { waitsFor: 'claude', text: `Thinks${soFar}.` }
}

function toBackground(state: SessionState): Silence | null {
  const task = getValue(state.tasks, state.liveTasks.at(-1) ?? '')
  if (task === undefined) return null
  return { waitsFor: 'task', text: `Works in the background: ${task.description ?? task.kind ?? task.id}.` }
}
