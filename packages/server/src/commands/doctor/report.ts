import type { CliOrigin } from '@quarterdeck/driver'
import type { WordComparison } from './compare-words.ts'

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

/** All that `quarterdeck doctor` finds. */
export interface DoctorReport {
  node: { version: string; path: string }
  platform: string
  cli: { path: string; origin: CliOrigin; version: string | null; tested: boolean } | null
  login: LoginState
  claudeDir: FolderState & { projects: number; transcripts: number }
  data: FolderState
  protocol: WordComparison | null
  /** What is wrong, each in a sentence with what to do. */
  problems: string[]
}
