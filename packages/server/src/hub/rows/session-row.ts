import type { SessionSummary } from '@quarterdeck/archive'
import type { SessionRow } from '@quarterdeck/contract'
import type { Holder } from '@quarterdeck/driver'
import { type SessionState, toPromptText, toTitle } from '@quarterdeck/transcript'
import type { ReadMark } from '../inbox/read-marks.ts'

/** What is known of a session beside its messages. */
export interface RowFacts {
  holder: Holder | null
  mark: ReadMark | null
  /** Why it does not go on. */
  why: string | undefined
}

/** A session in memory: what its log says. */
export interface LiveView {
  sessionId: string
  created: string
  cwd: string
  lastAt: string
  isLive: boolean
  state: SessionState
  /** The name that it was given and that its transcript does not have yet. */
  title: string | undefined
  forkedFrom: SessionRow['forkedFrom']
}

/** The log knows what a session is doing; the transcript, which may be absent yet, what is in it. */
export function toLiveRow(view: LiveView, summary: SessionSummary | null, facts: RowFacts): SessionRow {
  const { state, isLive } = view
  const { firstPrompt = '' } = state.titles
  return {
    sessionId: view.sessionId,
    title: view.title || (summary?.title ?? (state.turns.size === 0 ? 'New session' : toTitle(state.titles))),
    firstPrompt: summary?.firstPrompt ?? (toPromptText(firstPrompt) || null),
    projectPath: view.cwd,
    gitBranch: summary?.gitBranch ?? state.about.gitBranch ?? null,
    messageCount: summary?.messageCount ?? null,
    created: earlier(summary?.created, view.created),
    modified: later(summary?.modified, view.lastAt),
    status: state.status,
    live: isLive,
    model: state.about.model ?? summary?.model ?? null,
    tag: summary?.tag ?? null,
    costUsd: summary?.costUsd ?? null,
    pending: state.approvals.length,
    heldBy: toHeldBy(facts.holder),
    forkedFrom: view.forkedFrom ?? summary?.forkedFrom ?? null,
    archived: summary?.isArchived ?? false,
    unread: facts.mark?.isUnread ?? false,
    deletedOn: isLive ? null : toDeletedOn(summary),
    ...toKept(summary),
    ...(facts.why === undefined ? {} : { why: facts.why }),
  }
}

export function toRecordedRow(summary: SessionSummary, { holder, mark, why }: RowFacts): SessionRow {
  const failure = mark?.isUnread && mark.kind === 'failed' ? mark.text : undefined
  const reason = why ?? failure
  return {
    sessionId: summary.sessionId,
    title: summary.title,
    firstPrompt: summary.firstPrompt,
    projectPath: summary.projectPath ?? '',
    gitBranch: summary.gitBranch,
    messageCount: summary.messageCount,
    created: summary.created,
    modified: summary.modified,
    status: toRecordedStatus(holder, failure !== undefined),
    live: false,
    model: summary.model,
    tag: summary.tag,
    costUsd: summary.costUsd,
    pending: 0,
    heldBy: toHeldBy(holder),
    forkedFrom: summary.forkedFrom,
    archived: summary.isArchived,
    unread: mark?.isUnread ?? false,
    deletedOn: toDeletedOn(summary),
    ...toKept(summary),
    ...(reason === undefined ? {} : { why: reason }),
  }
}

/** What another program does with it is known where that says so of itself. */
function toRecordedStatus(holder: Holder | null, hasFailed: boolean): SessionState['status'] {
  if (holder?.status === 'busy') return 'working'
  if (holder !== null) return 'idle'
  return hasFailed ? 'error' : 'disconnected'
}

function toDeletedOn(summary: SessionSummary | null): string | null {
  return summary === null || summary.isKept ? null : summary.deletedFrom
}

function toKept(summary: SessionSummary | null): Pick<SessionRow, 'kept' | 'onlyCopy'> {
  const kept = summary?.isKept ?? false
  return { kept, onlyCopy: kept && summary?.deletedFrom === null }
}

export function toHeldBy(holder: Holder | null): SessionRow['heldBy'] {
  return holder === null ? null : { pid: holder.pid, what: toHolderWords(holder) }
}

function toHolderWords({ entrypoint, cwd, isCertain }: Holder): string {
  const who = entrypoint === 'cli' ? 'a terminal' : entrypoint === null ? 'another Claude Code' : 'another program'
  return `${isCertain ? '' : 'it seems, '}${who}${cwd === null ? '' : ` in '${cwd}'`}`
}

function earlier(one: string | undefined, other: string): string {
  return one !== undefined && one < other ? one : other
}

function later(one: string | undefined, other: string): string {
  return one !== undefined && one > other ? one : other
}
