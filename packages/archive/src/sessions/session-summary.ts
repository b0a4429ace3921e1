import { toPromptText, toTitle } from '@quarterdeck/transcript'
import type { TranscriptFile } from './list-transcripts.ts'
import type { SessionFacts } from './session-facts.ts'

/** A session as a list shows it. Times are ISO 8601. */
export interface SessionSummary {
  sessionId: string
  /** The data directory, and the transcript in it. */
  directory: string
  path: string
  title: string
  firstPrompt: string | null
  lastPrompt: string | null
  /** From `cwd` inside; null in a transcript that never says it. */
  projectPath: string | null
  gitBranch: string | null
  model: string | null
  version: string | null
  permissionMode: string | null
  entrypoint: string | null
  tag: string | null
  agentName: string | null
  agentColor: string | null
  isSidechain: boolean
  isArchived: boolean
  pullRequest: { number: number; url: string } | null
  continuedIn: string | null
  /** `messageUuid` is the last message of the origin that is repeated here; null until both were counted. */
  forkedFrom: { sessionId: string; messageUuid: string | null } | null
  created: string
  modified: string
  size: number
  subagentCount: number
  /** Null until the transcript was counted. */
  messageCount: number | null
  promptCount: number | null
  toolCallCount: number | null
  /** What it used itself, without what it repeats of another session; null where nothing has a price. */
  costUsd: number | null
  /** Lines that could not be read; null until all were. */
  damagedLines: number | null
  /** From when on the CLI's clean-up takes it; null where it has done so, and this is our copy. */
  deletedFrom: string | null
  /** Whether there is a safe copy. */
  isKept: boolean
}

/** What stands beside a transcript, in the session's folder or in the project's. */
export interface SideFacts {
  customTitle?: string | undefined
  archivedAt?: string | undefined
  /** The entry of a `sessions-index.json`, where an old CLI left one. */
  indexed?:
    | { summary?: string; customTitle?: string; tag?: string; firstPrompt?: string; messageCount?: number }
    | undefined
}

export interface CountedFacts {
  messageCount: number
  promptCount: number
  toolCallCount: number
  costUsd: number | null
  damagedLines: number | null
}

export interface SummarySource {
  file: TranscriptFile & { sessionId: string }
  facts: SessionFacts
  side: SideFacts
  counted: CountedFacts | null
  subagentCount: number
  forkedFrom: SessionSummary['forkedFrom']
  deletedFromMs: number | null
  isKept: boolean
}

export function toSessionSummary(source: SummarySource): SessionSummary {
  const { file, facts, side, counted } = source
  const modified = new Date(file.mtimeMs).toISOString()
  const firstPrompt = facts.firstPrompt ?? facts.firstCommand ?? side.indexed?.firstPrompt
  return {
    sessionId: file.sessionId,
    directory: file.root,
    path: file.path,
    title: toTitle({
      agentName: facts.agentName,
      customTitle: facts.customTitle ?? side.customTitle ?? side.indexed?.customTitle,
      aiTitle: facts.aiTitle,
      summary: facts.summary ?? side.indexed?.summary,
      firstPrompt,
      lastPrompt: facts.lastPrompt,
      isSidechain: facts.isSidechain,
    }),
    firstPrompt: toPrompt(firstPrompt),
    lastPrompt: toPrompt(facts.lastPrompt),
    projectPath: facts.cwd ?? null,
    gitBranch: toText(facts.gitBranch),
    model: facts.model ?? null,
    version: facts.version ?? null,
    permissionMode: facts.permissionMode ?? null,
    entrypoint: facts.entrypoint ?? null,
    tag: toText(facts.tag ?? side.indexed?.tag),
    agentName: toText(facts.agentName),
    agentColor: toText(facts.agentColor),
    isSidechain: facts.isSidechain === true,
    isArchived: isArchived(facts, side),
    pullRequest: facts.pullRequest ?? null,
    continuedIn: facts.continuedIn ?? null,
    forkedFrom: source.forkedFrom,
    created: facts.createdAt ?? modified,
    modified,
    size: file.size,
    subagentCount: source.subagentCount,
    messageCount: counted?.messageCount ?? side.indexed?.messageCount ?? null,
    promptCount: counted?.promptCount ?? null,
    toolCallCount: counted?.toolCallCount ?? null,
    costUsd: counted?.costUsd ?? null,
    damagedLines: counted?.damagedLines ?? null,
    deletedFrom: source.deletedFromMs === null ? null : toIso(source.deletedFromMs),
    isKept: source.isKept,
  }
}

/** A period that nobody lives to see ends with the calendar. */
function toIso(ms: number): string {
  return new Date(Math.min(ms, 8.64e15)).toISOString()
}

/** The mark lasts until the next prompt. */
function isArchived(facts: SessionFacts, side: SideFacts): boolean {
  if (side.archivedAt === undefined) return false
  return facts.lastPromptAt === undefined || facts.lastPromptAt <= side.archivedAt
}

function toText(text: string | undefined): string | null {
  return text === undefined || text === '' ? null : text
}

function toPrompt(text: string | undefined): string | null {
  return text === undefined ? null : toText(toPromptText(text))
}
