import type { Cli } from '../cli/find-cli.ts'
import type { SessionOptions } from '../cli/session-options.ts'

/** All that a keeper is told, over its stdin: arguments could be read by everyone on the machine. */
export interface KeeperSpec {
  /** Where the session keeps its log. */
  folder: string
  socket: string
  cli: Cli
  cliVersion: string | null
  /** The flags it has, where its version does not tell. */
  cliFlags?: string[] | null
  options: SessionOptions
  sessionId: string
  /** Names all processes of the session. */
  marker: string
  /** The CLI's data directory. */
  claudeDir: string
  /** What the user's settings name. */
  settingsMode: string | null
  /** End the process when nothing runs and nobody watches for so long; null for never. */
  idleMs: number | null
  stopTimes?: { termAfterMs: number; killAfterMs: number }
  interruptTimes?: { answerMs: number; endMs: number }
  logMaxBytes?: number
}

/** What a keeper says when it is ready, or why it never will be. */
export type KeeperReady = { ready: true; pid: number } | { ready: false; code: string; message: string }
