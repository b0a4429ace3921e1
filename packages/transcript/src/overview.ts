import type { SessionStatus } from '@quarterdeck/protocol/pure'
import type { About } from './about.ts'
import type { Approval } from './approvals.ts'
import { toAttachments, toText } from './content.ts'
import { entriesOf } from './dictionary.ts'
import type { FileTouch } from './files.ts'
import { itemsOf, lastItem } from './list.ts'
import type { Plan } from './plan.ts'
import type { Retry, SessionState } from './session-state.ts'
import { type Silence, toSilence } from './silence.ts'
import type { BackgroundTask } from './tasks.ts'
import { toTitle } from './title.ts'
import type { Todo } from './todos.ts'
import type { Turn } from './turns.ts'
import { toContext, type Usage } from './usage.ts'

/** A message that waits for its turn, in short. */
export interface WaitingMessage {
  uuid: string
  /** As much of its words as a line in a list needs. */
  text: string
  attachments: readonly string[]
  /** It waits in the keeper, where it can be taken back, or in the CLI. */
  in: 'keeper' | 'cli'
  at: string
  by?: string
  /** It goes to the CLI when a person says so: a person has stopped the turn, or the session has ended. */
  isHeld?: true
}

/** A session without what was said in it: small however long it is, and plain JSON. */
export interface Overview {
  status: SessionStatus
  silence: Silence
  sessionId: string | null
  previousIds: readonly string[]
  title: string
  about: About
  /** What waits for a person, whole: what was shown is what is decided about. */
  approvals: readonly Approval[]
  todos: readonly Todo[]
  plan: Plan | null
  /** Those that live first, then the newest. */
  tasks: readonly BackgroundTask[]
  usage: Usage
  /** The window is null until the CLI has said how large it is. */
  context: { usedTokens: number; windowTokens: number | null }
  rateLimits: Readonly<Record<string, unknown>>
  turnCount: number
  /** How long all turns took together that have ended. */
  workedMs: number
  /** The newest turn, running or not. */
  turn: Turn | null
  waiting: readonly WaitingMessage[]
  suggestion: string | null
  retry: Retry | null
  isCompacting: boolean
  isSuspended: boolean
  /** The changed ones first, then the newest. */
  files: readonly FileTouch[]
  /** How many there are: the list has an end. */
  fileCount: number
  lastAt: string | null
  /** The number of the newest record that it knows. */
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

/** Counted once for each list of turns: pieces of text change the state, and not these. */
function toWorkedMs(turns: SessionState['turns']): number {
  const known = worked.get(turns)
  if (known !== undefined) return known
  let sum = 0
  for (const turn of itemsOf(turns)) sum += toDurationMs(turn)
  worked.set(turns, sum)
  return sum
}

/** Not every CLI tells it on disk; when a turn began and ended, its lines do. */
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
  const said = (typeof content === 'string' || Array.isArray(content) ? content : '') as Parameters<typeof toText>[0]
  const text = toText(said).slice(0, MAX_CHARACTERS)
  const attachments = toAttachments(said)
  return { uuid, text, attachments, in: where, at, ...(by === undefined ? {} : { by }), ...(isHeld && { isHeld }) }
}
