import type { QueuedMessage, SessionStatus } from '@quarterdeck/protocol/pure'
import type { FileTouch } from '../calls/file-touches.ts'
import type { Plan } from '../calls/plans.ts'
import type { BackgroundTask } from '../calls/tasks.ts'
import type { Todo } from '../calls/todos.ts'
import type { EarlyResult } from '../calls/tool-calls.ts'
import { type About, nothingAbout } from '../lines/about.ts'
import type { Line } from '../lines/branches.ts'
import type { Approval } from '../turns/approvals.ts'
import type { Turn } from '../turns/turns.ts'
import { nothingUsed, type Usage } from '../turns/usage.ts'
import { type Dictionary, emptyDictionary } from './dictionary.ts'
import type { Decision, Lane } from './entry.ts'
import { emptyLane, type Place } from './lanes.ts'
import { emptyList, type List } from './list.ts'
import type { TitleFacts } from './title.ts'

/** An API that failed and is tried again. */
export interface Retry {
  attempt: number
  maxRetries?: number
  delayMs?: number
  status?: number
  at?: string
}

/**
 * What a session is, as far as its messages tell. Plain JSON: `JSON.stringify` makes a snapshot of it, and folding goes on from
 * what `JSON.parse` gives back. Whoever holds a state holds it as it is: an event works on a copy, of which it sets fields and below
 * which it changes nothing in place. Every field is always there: an object that has the same fields from the first to the last
 * event is several times cheaper to copy.
 */
export interface SessionState {
  status: SessionStatus
  /** The process is there, is gone, or was never heard of: then all this was read from disk. */
  process: 'unknown' | 'running' | 'ended' | 'failed'
  /** Somebody has suspended the process: it says nothing, and does nothing. */
  isSuspended: boolean
  /** How many processes have been started. */
  starts: number
  /** The CLI has said something: it is there. */
  hasAnswered: boolean
  /** What the CLI itself says about its work, where its version does. */
  claim: 'idle' | 'running' | 'requires_action' | null
  sessionId: string | null
  /** Ids that the process went by before `/clear`, oldest first. */
  previousIds: readonly string[]
  titles: TitleFacts
  about: About
  main: Lane
  /** Subagents whose tool call is not known yet, by its id or by `agent:` and their own. */
  loose: Dictionary<Lane>
  /** The tool call that started an agent. */
  agents: Dictionary<string>
  /** Where a message or a tool call stands. */
  places: Dictionary<Place>
  /** Results that came before their call. */
  early: Dictionary<EarlyResult>
  /** Tool calls without a result. */
  running: readonly string[]
  /** Every line that was counted, and where it hangs: a repeat changes nothing. */
  lines: Dictionary<Line>
  /** The newest line of the current branch. */
  leaf: string | null
  /** How many lines began another branch. */
  forks: number
  /** Stream events of the turn that were counted. */
  heard: Dictionary<1>
  turns: List<Turn>
  /** Prompts of the CLI that wait for a person. */
  approvals: readonly Approval[]
  /** Since when a prompt has waited for a person. */
  waitingSince: string | null
  decisions: Dictionary<Decision>
  /** What the host asked the CLI and is not answered yet: the subtype and what it was about. */
  asked: Readonly<Record<string, { subtype: string; body: Readonly<Record<string, unknown>> }>>
  tasks: Dictionary<BackgroundTask>
  /** Background tasks that live. */
  liveTasks: readonly string[]
  todos: readonly Todo[]
  plan: Plan | null
  /** Hooks that run: their entries by id. */
  runningHooks: readonly { id: string; name: string; at?: string }[]
  isCompacting: boolean
  /** The next line is the summary of what was compacted. */
  isSummaryDue: boolean
  retry: Retry | null
  isRequesting: boolean
  /** By the kind of the limit, as the CLI tells them. */
  rateLimits: Readonly<Record<string, unknown>>
  usage: Usage
  files: Dictionary<FileTouch>
  /** What the CLI offers as the next prompt. */
  suggestion: string | null
  /** Messages that the keeper holds until the turn has ended. */
  queue: readonly QueuedMessage[]
  /** Messages that the CLI has and has not begun with. */
  sent: readonly QueuedMessage[]
  lastAt: string | null
  /** The number of the newest record of the log that was folded. */
  seq: number
}

export const initialState: SessionState = {
  status: 'starting',
  process: 'unknown',
  isSuspended: false,
  starts: 0,
  hasAnswered: false,
  claim: null,
  sessionId: null,
  previousIds: [],
  titles: {},
  about: nothingAbout,
  main: emptyLane,
  loose: emptyDictionary(),
  agents: emptyDictionary(),
  places: emptyDictionary(),
  early: emptyDictionary(),
  running: [],
  lines: emptyDictionary(),
  leaf: null,
  forks: 0,
  heard: emptyDictionary(),
  turns: emptyList(),
  approvals: [],
  waitingSince: null,
  decisions: emptyDictionary(),
  asked: {},
  tasks: emptyDictionary(),
  liveTasks: [],
  todos: [],
  plan: null,
  runningHooks: [],
  isCompacting: false,
  isSummaryDue: false,
  retry: null,
  isRequesting: false,
  rateLimits: {},
  usage: nothingUsed,
  files: emptyDictionary(),
  suggestion: null,
  queue: [],
  sent: [],
  lastAt: null,
  seq: 0,
}
