import type { CliOrigin } from '@quarterdeck/driver'

/** Whether the CLI is logged in, and by what. Never who, and never with which secret. */
export interface LoginState {
  state: 'in' | 'out' | 'unknown'
  /** In the CLI's own words: `claude.ai`, `api_key`, … */
  method: string | null
}

export interface FolderState {
  path: string
  exists: boolean
  /** Why it cannot be used as it must; null when it can. */
  problem: string | null
  files: number
  bytes: number
}

/** Whether a session could be started here. */
export interface DoctorReport {
  node: { version: string; path: string }
  platform: string
  cli: { path: string; origin: CliOrigin; version: string | null; tested: boolean } | null
  login: LoginState
  claudeDir: FolderState & { projects: number; transcripts: number }
  data: FolderState
  /** What is wrong, each in a sentence with what to do. */
  problems: string[]
}
