import type { QueuedMessage, SessionStatus } from '@quarterdeck/protocol/pure'
import { type About, nothingAbout } from './about.ts'
import type { Approval } from './approval.ts'
import type { BackgroundTask } from './background-task.ts'
import { type Dictionary, emptyDictionary } from './dictionary.ts'
import { type Decision, type EarlyResult, type EntryPosition, emptyLane, type Lane } from './entry.ts'
import type { FileTouch } from './file-touch.ts'
import type { Line } from './line.ts'
import { emptyList, type List } from './list.ts'
import type { Plan } from './plan.ts'
import type { TitleFacts } from './title.ts'
import type { Todo } from './todo.ts'
import type { Turn } from './turn.ts'
import { nothingUsed, type Usage } from './usage.ts'

/** An API request that failed and is sent again. */
export interface Retry {
  readonly attempt: number
  readonly maxRetries?: number
  readonly delayMs?: number
  readonly status?: number
  readonly at?: string
}

/** A control request of the host that the CLI has not answered: its subtype, and the fields that the answer needs. */
export interface HostRequest {
  readonly subtype: string
  readonly body: Readonly<Record<string, unknown>>
}

/**
 * A session, as far as its messages tell. Plain JSON: `JSON.stringify` makes a snapshot of it, and folding goes on from
 * what `JSON.parse` gives back. A state is never changed: `fold` writes a `SessionDraft`, which is a shallow copy of it. Every field is
 * always there and in this order, because an object whose fields never change is several times cheaper to copy.
 */
export interface SessionState {
  readonly status: SessionStatus
  /** Whether the CLI's process runs. `unknown`: no process was ever heard of, and all this was read from disk. */
  readonly process: 'unknown' | 'running' | 'ended' | 'failed'
  /** The process was suspended (SIGSTOP): it writes nothing and does nothing. */
  readonly isSuspended: boolean
  /** How many processes have been started. */
  readonly starts: number
  /** The CLI has written something since its process started. */
  readonly hasAnswered: boolean
  /** The CLI's own word for its state, in versions that send `session_state_changed`. */
  readonly reportedState: 'idle' | 'running' | 'requires_action' | null
  readonly sessionId: string | null
  /** Session ids that the process had before `/clear`, oldest first. */
  readonly previousIds: readonly string[]
  readonly titles: TitleFacts
  readonly about: About
  readonly main: Lane
  /** Lanes of subagents whose tool call is not known yet, by the call's id or by `agent:` and the agent's id. */
  readonly looseLanes: Dictionary<Lane>
  /** The tool call that started an agent, by the agent's id. */
  readonly agents: Dictionary<string>
  /** Where an entry or a tool call stands, by the id of its message or call. */
  readonly positions: Dictionary<EntryPosition>
  /** Tool results that came before their call, by the call's id. */
  readonly earlyResults: Dictionary<EarlyResult>
  /** Ids of tool calls without a result. */
  readonly running: readonly string[]
  /** Every line that was counted, and its parent in the tree of the transcript: a repeat changes nothing. */
  readonly lines: Dictionary<Line>
  /** The newest line of the current branch. */
  readonly leaf: string | null
  /** How many lines began another branch. */
  readonly forks: number
  /** Messages of this turn that were counted and are not lines, by uuid: stream events and progress. */
  readonly counted: Dictionary<1>
  readonly turns: List<Turn>
  /** Approvals, questions, forms and dialogs that wait for a person. */
  readonly approvals: readonly Approval[]
  /** Since when an approval has waited for a person. */
  readonly waitingSince: string | null
  /** Decisions by the id of their request. */
  readonly decisions: Dictionary<Decision>
  /** Control requests of the host that the CLI has not answered, and hook callbacks that the host has not, by their id. */
  readonly hostRequests: Readonly<Record<string, HostRequest>>
  readonly tasks: Dictionary<BackgroundTask>
  /** Ids of background tasks that have not ended. */
  readonly liveTasks: readonly string[]
  readonly todos: readonly Todo[]
  readonly plan: Plan | null
  /** Hooks that run; their entries are found by their id. */
  readonly runningHooks: readonly { readonly id: string; readonly name: string; readonly at?: string }[]
  readonly isCompacting: boolean
  /** The next line is the summary of a compaction. */
  readonly isSummaryDue: boolean
  readonly retry: Retry | null
  readonly isRequesting: boolean
  /** Limits of the plan by their kind, as the CLI sent them. */
  readonly rateLimits: Readonly<Record<string, unknown>>
  readonly usage: Usage
  readonly files: Dictionary<FileTouch>
  /** The CLI's suggestion for the next prompt. */
  readonly suggestion: string | null
  /** Messages that the keeper holds until the turn has ended. */
  readonly queue: readonly QueuedMessage[]
  /** Messages that were written to the CLI and that it has not begun with. */
  readonly sent: readonly QueuedMessage[]
  readonly lastAt: string | null
  /** The number of the newest record of the log that was folded. */
  readonly seq: number
}

export const initialState: SessionState = {
  status: 'starting',
  process: 'unknown',
  isSuspended: false,
  starts: 0,
  hasAnswered: false,
  reportedState: null,
  sessionId: null,
  previousIds: [],
  titles: {},
  about: nothingAbout,
  main: emptyLane,
  looseLanes: emptyDictionary(),
  agents: emptyDictionary(),
  positions: emptyDictionary(),
  earlyResults: emptyDictionary(),
  running: [],
  lines: emptyDictionary(),
  leaf: null,
  forks: 0,
  counted: emptyDictionary(),
  turns: emptyList(),
  approvals: [],
  waitingSince: null,
  decisions: emptyDictionary(),
  hostRequests: {},
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
