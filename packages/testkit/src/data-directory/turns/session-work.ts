import type { Conversation } from '../conversation.ts'
import type { DataFolder } from '../data-folder.ts'
import type { RequestLog } from '../lines/request-lines.ts'
import type { NeedleHit } from '../oracle/needles.ts'
import type { Oracle } from '../oracle/oracle.ts'
import type { TodoItem } from '../oracle/side-facts.ts'
import type { Plant } from '../plan/plan-needles.ts'
import type { SessionPlan } from '../plan/session-plan.ts'
import type { Workspace } from '../tools/workspace.ts'

export interface HistoryEntry {
  display: string
  pastedContents: Record<string, unknown>
  timestamp: number
  project: string
  sessionId: string
}

/** What all sessions share while they are written. */
export interface SharedWork {
  folder: DataFolder
  oracle: Oracle
  history: HistoryEntry[]
  hugeLineBytes: number
  noteHit: (plant: Plant, hit: NeedleHit) => void
}

/** A session at work. */
export interface SessionWork extends SharedWork {
  plan: SessionPlan
  conversation: Conversation
  workspace: Workspace
  /** Newer CLIs only. */
  requests: RequestLog | null
  /** `projects/<folder>/<session>`: its file without the ending, and its folder. */
  relative: string
  promptIndex: number
  historyEntries: number
  todos: TodoItem[] | null
  toolsUsed: Set<string>
}
