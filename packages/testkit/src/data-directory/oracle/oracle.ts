import type { Decoy, Needle } from './needles.ts'
import type { FileVersion, Plan, TaskList, TodoList } from './side-facts.ts'
import type { Streak } from './streaks.ts'
import type { Tally } from './tally.ts'
import type { Usage } from './usage-by.ts'

export type DamageKind =
  | 'torn-end'
  | 'cut-character'
  | 'nul-block'
  | 'malformed'
  | 'interleaved'
  | 'blank-lines'
  | 'crlf'
  | 'byte-order-mark'

export interface OracleProject {
  /** The `cwd` of its sessions. */
  path: string
  /** Lossy: several projects may have the same. */
  folderName: string
  worktreeOf?: string
  sessionIds: string[]
}

export interface OracleSession {
  id: string
  /** Relative to the data directory, as all files here. */
  file: string
  projectPath: string
  folderName: string
  style: 'old' | 'new'
  version: string
  bytes: number
  createdMs: number
  /** The latest timestamp of its lines; also the file's mtime. */
  modifiedMs: number
  /** False for a sidechain, and for a session that goes on in another one. */
  isListed: boolean
  continuedIn?: string
  isArchived: boolean
  /** Custom title, else the newest generated one, else the first prompt. Null where there was no prompt at all. */
  title: { text: string; source: 'custom' | 'generated' | 'prompt' } | null
  firstPrompt: string | null
  lastPrompt: string | null
  tag: string | null
  agentName: string | null
  agentColor: string | null
  /** The last one its lines name. */
  gitBranch: string
  /** The last one that answered in the main thread. */
  model: string | null
  permissionMode: string | null
  pullRequest: { number: number; url: string; repository: string } | null
  /** The session whose lines this one repeats at its beginning: marked with `forkedFrom`, or, after a resume, not marked. */
  copyOf: { sessionId: string; kind: 'fork' | 'resume' } | null
  counts: OracleCounts
  /** What stands in its files: a fork repeats what its origin used. */
  usage: Tally
  /** What it used itself; over all sessions this adds up to the whole. */
  ownUsage: Tally
  subagents: { agentId: string; file: string; toolUseId: string }[]
  /** Edited prompts: the parent, and the lines that hang on it, oldest first. */
  branches: { parentUuid: string | null; children: string[] }[]
  compactions: number
}

/** Of the main file alone. */
export interface OracleCounts {
  /** What the person wrote: no tool results, no commands, no meta lines, no summaries, no notifications. */
  prompts: number
  /** Distinct message ids, made-up messages of the CLI included. */
  assistantMessages: number
  /** `tool_use` blocks. */
  toolCalls: number
  /** Lines that can be read. */
  lines: number
  damagedLines: number
}

export interface Oracle {
  seed: number
  /** Of the whole directory. */
  files: number
  bytes: number
  projects: OracleProject[]
  emptyProjectFolders: string[]
  /** Inside project folders: not to be taken for sessions. */
  notSessions: string[]
  /** Named by a `sessions-index.json`, but gone. */
  ghostSessionIds: string[]
  sessions: OracleSession[]
  usage: Usage
  /** By the name the current CLI gives them; in all files, repeated lines of copies not counted again. */
  tools: Record<string, { calls: number; errors: number }>
  needles: Needle[]
  decoys: Decoy[]
  damage: { file: string; kind: DamageKind; intactLines: number; damagedLines: number }[]
  fileVersions: FileVersion[]
  todos: TodoList[]
  tasks: TaskList[]
  plans: Plan[]
  history: { prompts: number; pastes: { hash: string; sha256: string }[] }
  prompts: number
  longest: { byBytes: string; byPrompts: string; byDuration: string }
  /** Over days on which an API message was counted. */
  streaks: { utc: Streak; local: Streak }
}
