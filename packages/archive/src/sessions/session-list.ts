import { setImmediate } from 'node:timers/promises'
import { badCursor } from '../bad-cursor.ts'
import { checkLimit } from '../check-limit.ts'
import type { PendingWrite } from '../side/writes/pending-writes.ts'
import { applyPending } from './apply-pending.ts'
import type { Catalogue, SessionFile } from './catalogue.ts'
import { fitsSessionFilter, type SessionFilter } from './list-filter.ts'
import { type CountedFacts, type SessionSummary, toSessionSummary } from './session-summary.ts'

export interface SessionPage {
  items: SessionSummary[]
  nextCursor: string | null
  /** Known only when the whole list was gone through. */
  total: number | null
}

export interface SessionListRequest extends SessionFilter {
  limit?: number | undefined
  cursor?: string | null | undefined
  /** What only the caller knows of a session, such as whether it runs. */
  where?: ((session: SessionSummary) => boolean) | undefined
}

export interface Project {
  path: string
  sessionCount: number
  lastActivity: string
}

/** What the index adds to the catalogue. */
export interface SessionNumbers {
  countedOf(session: SessionFile): CountedFacts | null
  forkOf(session: SessionFile): SessionSummary['forkedFrom']
}

/** What our own folders and the settings add to it. */
export interface SessionCare {
  pendingOf(sessionId: string): readonly PendingWrite[] | null
  isKept(sessionId: string): boolean
  /** How long the CLI keeps what lies in a directory; null where it keeps nothing there. */
  keptDaysOf(root: string): number | null
}

/** Others want to be served too while thousands of files are read. */
const BREATHE_MS = 15
const DAY_MS = 86_400_000

/** The sessions of a catalogue as people see them. What was made once is kept until its file changes. */
export class SessionList {
  readonly #catalogue: Catalogue
  readonly #numbers: SessionNumbers
  readonly #care: SessionCare
  readonly #summaries = new Map<string, { of: readonly unknown[]; summary: SessionSummary }>()

  constructor(catalogue: Catalogue, numbers: SessionNumbers, care: SessionCare) {
    this.#catalogue = catalogue
    this.#numbers = numbers
    this.#care = care
  }

  async list(request: SessionListRequest): Promise<SessionPage> {
    const { limit = 50, cursor } = request
    checkLimit(limit)
    const sessions = this.#catalogue.sessions()
    const after = parsePlace(cursor)
    const items: SessionSummary[] = []
    let last: SessionFile | null = null
    let breath = performance.now()
    for (const session of sessions) {
      if (after !== null && !isBehind(session, after)) continue
      const summary = this.summaryOf(session)
      if (!this.#isShown(summary, request) || request.where?.(summary) === false) continue
      if (items.length === limit) return { items, nextCursor: last && `${last.mtimeMs}/${last.sessionId}`, total: null }
      items.push(summary)
      last = session
      if (performance.now() - breath < BREATHE_MS) continue
      await setImmediate()
      breath = performance.now()
    }
    return { items, nextCursor: null, total: after === null ? items.length : null }
  }

  /** Newest first. */
  async listProjects(): Promise<Project[]> {
    const projects = new Map<string, Project>()
    const { items } = await this.list({ limit: Number.POSITIVE_INFINITY })
    for (const { projectPath, modified } of items) {
      if (projectPath === null) continue
      const known = projects.get(projectPath)
      if (known === undefined) projects.set(projectPath, { path: projectPath, sessionCount: 1, lastActivity: modified })
      else known.sessionCount++
    }
    return [...projects.values()]
  }

  summaryOf(session: SessionFile): SessionSummary {
    const facts = this.#catalogue.factsOf(session)
    const numbers = this.#numbers.countedOf(session)
    const side = this.#catalogue.sideOf(session)
    const pending = this.#care.pendingOf(session.sessionId)
    const isKept = this.#care.isKept(session.sessionId)
    const days = this.#care.keptDaysOf(session.root)
    const of = [session, facts, numbers, side, pending, isKept, days]
    const known = this.#summaries.get(session.path)
    if (known !== undefined && of.every((part, index) => part === known.of[index])) return known.summary
    const summary = toSessionSummary({
      file: session,
      ...applyPending(facts, side, pending ?? []),
      counted: numbers,
      subagentCount: this.#catalogue.agentsOf(session).length,
      forkedFrom: facts.forkedFrom ?? this.#numbers.forkOf(session),
      deletedFromMs: days === null ? null : session.mtimeMs + days * DAY_MS,
      isKept,
    })
    this.#summaries.set(session.path, { of, summary })
    return summary
  }

  #isShown(summary: SessionSummary, filter: SessionFilter): boolean {
    const goesOn = summary.continuedIn !== null && this.#catalogue.findSession(summary.continuedIn) !== null
    if (filter.withHidden !== true && goesOn) return false
    return fitsSessionFilter(summary, filter)
  }
}

interface Place {
  mtimeMs: number
  sessionId: string
}

function isBehind(session: SessionFile, { mtimeMs, sessionId }: Place): boolean {
  return session.mtimeMs < mtimeMs || (session.mtimeMs === mtimeMs && session.sessionId > sessionId)
}

function parsePlace(cursor: string | null | undefined): Place | null {
  if (cursor === null || cursor === undefined || cursor === '') return null
  const [, time, sessionId = ''] = /^(\d+(?:\.\d+)?)\/([0-9a-f-]+)$/.exec(cursor) ?? []
  if (time === undefined) throw badCursor(cursor)
  return { mtimeMs: Number(time), sessionId }
}
