import type { SessionStatus } from '@quarterdeck/protocol/pure'
import { toAttachments, toText } from '../lines/content.ts'
import type { About } from '../state/about.ts'
import type { Approval } from '../state/approval.ts'
import type { BackgroundTask } from '../state/background-task.ts'
import { entriesOf } from '../state/dictionary.ts'
import type { FileTouch } from '../state/file-touch.ts'
import { itemsOf, lastItem } from '../state/list.ts'
import type { Plan } from '../state/plan.ts'
import type { Retry, SessionState } from '../state/session-state.ts'
import { toTitle } from '../state/title.ts'
import type { Todo } from '../state/todo.ts'
import type { Turn } from '../state/turn.ts'
import type { Usage } from '../state/usage.ts'
import { toContext } from '../turns/usage.ts'
import { type Silence, toSilence } from './silence.ts'

/** A message that waits in the keeper or in the CLI, without its pictures. */
export interface WaitingMessage {
  uuid: string
  /** The beginning of its text, as long as a line in a list. */
  text: string
  attachments: readonly string[]
  /** Where the message waits: the keeper, from which it can be taken back, or the CLI. */
  in: 'keeper' | 'cli'
  at: string
  by?: string
  /** It goes to the CLI when a person says so: a person has stopped the turn, or the session has ended. */
  isHeld?: true
}

/** A session without its conversation: small however long the session is, and plain JSON. */
export interface Overview {
  status: SessionStatus
  silence: Silence
  sessionId: string | null
  previousIds: readonly string[]
  title: string
  about: About
  /** Open approvals with their whole input: a person must see exactly what they decide on. */
  approvals: readonly Approval[]
  todos: readonly Todo[]
  plan: Plan | null
  /** Live tasks first, then the newest. */
  tasks: readonly BackgroundTask[]
  usage: Usage
  /** `windowTokens` is null until the CLI has sent the size of the window. */
  context: { usedTokens: number; windowTokens: number | null }
  rateLimits: Readonly<Record<string, unknown>>
  turnCount: number
  /** The sum of the durations of all turns that have ended. */
  workedMs: number
  /** The newest turn, running or not. */
  turn: Turn | null
  waiting: readonly WaitingMessage[]
  suggestion: string | null
  retry: Retry | null
  isCompacting: boolean
  isSuspended: boolean
  /** Changed files first, then the newest. */
  files: readonly FileTouch[]
  /** The number of all files: `files` has at most 200. */
  fileCount: number
  lastAt: string | null
  /** The number of the newest record of the log that was folded. */
  seq: number
}

const MAX_FILES = 200
const MAX_TASKS = 100
const MAX_CHARACTERS = 500

export function toOverview(state: SessionState): Overview {
  const files = [...entriesOf(state.files)].map(([, file]) => file)
  return {
    status: state.status,
    silence: toSilence(state),
    sessionId: state.sessionId,
    previousIds: state.previousIds,
    title: toTitle(state.titles),
    about: state.about,
    approvals: state.approvals,
    todos: state.todos,
    plan: state.plan,
    tasks: toTasks(state),
    usage: state.usage,
    context: toContext(state),
    rateLimits: state.rateLimits,
    turnCount: state.turns.size,
    workedMs: toWorkedMs(state.turns),
    turn: lastItem(state.turns) ?? null,
    waiting: [
      ...state.sent.map((item) => toWaiting(item, 'cli')),
      ...state.queue.map((item) => toWaiting(item, 'keeper')),
    ],
    suggestion: state.suggestion,
    retry: state.retry,
    isCompacting: state.isCompacting,
    isSuspended: state.isSuspended,
    files: files.toSorted(byChange).slice(0, MAX_FILES),
    fileCount: files.length,
    lastAt: state.lastAt,
    seq: state.seq,
  }
}

const worked = new WeakMap<SessionState['turns'], number>()

/** Summed once for each list of turns: most events change the state and not its turns. */
function toWorkedMs(turns: SessionState['turns']): number {
  const known = worked.get(turns)
  if (known !== undefined) return known
  let sum = 0
  for (const turn of itemsOf(turns)) sum += toDurationMs(turn)
  worked.set(turns, sum)
  return sum
}

/** Not every CLI writes the duration to disk; the times of the first and last line are there always. */
function toDurationMs({ durationMs, startedAt, endedAt }: Turn): number {
  if (durationMs !== undefined) return durationMs
  const ms = Date.parse(endedAt ?? '') - Date.parse(startedAt ?? '')
  return Number.isNaN(ms) ? 0 : Math.max(0, ms)
}

function toTasks({ tasks, liveTasks }: SessionState): BackgroundTask[] {
  const isLive = (task: BackgroundTask) => Number(liveTasks.includes(task.id))
  return [...entriesOf(tasks)]
    .map(([, task]) => task)
    .toSorted((one, other) => isLive(other) - isLive(one) || byTime(one.startedAt, other.startedAt))
    .slice(0, MAX_TASKS)
}

function byChange(one: FileTouch, other: FileTouch): number {
  return Number(other.edits > 0) - Number(one.edits > 0) || byTime(one.at, other.at) || (one.path < other.path ? -1 : 1)
}

/** The newest first. */
function byTime(one = '', other = ''): number {
  return one === other ? 0 : one < other ? 1 : -1
}

function toWaiting(
  { uuid, content, at, by, isHeld }: SessionState['queue'][number],
  where: WaitingMessage['in'],
): WaitingMessage {
  const own = (typeof content === 'string' || Array.isArray(content) ? content : '') as Parameters<typeof toText>[0]
  const text = toText(own).slice(0, MAX_CHARACTERS)
  const attachments = toAttachments(own)
  return { uuid, text, attachments, in: where, at, ...(by === undefined ? {} : { by }), ...(isHeld && { isHeld }) }
}
