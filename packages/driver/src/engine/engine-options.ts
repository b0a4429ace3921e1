import type { StopTimes } from '../cli/cli-process.ts'
import type { Cli } from '../cli/find-cli.ts'
import type { SessionLog } from '../log/session-log.ts'
import type { TranscriptState } from './choose-start.ts'
import type { LargeLines } from './large-lines.ts'
import type { Restored } from './restore.ts'

export interface EngineLaunch {
  argv: string[]
  env: Record<string, string>
  /** The body of the `initialize` request, without its subtype. */
  initialize: Readonly<Record<string, unknown>>
}

export interface EngineOptions {
  cli: Cli
  cliVersion?: string | undefined
  cwd: string
  log: SessionLog
  /** The session that a new process is to have; it may go on under another. */
  sessionId: string
  /** Says how to start a process; asked for each. The first begins the session, later ones go on with it. */
  launch: (wanted: { sessionId: string; isFirst: boolean; restored: Restored }) => EngineLaunch
  /** The first goes on with a transcript that is there already. */
  resume?: boolean | undefined
  /** Whether the CLI has a prompt in its own transcript. */
  hasPrompt?: (uuid: string) => boolean
  /** Whether there is a transcript to go on with. Without it, there is one as soon as the CLI took a prompt. */
  findTranscript?: (sessionId: string) => TranscriptState
  /** What the session that a process goes on with, or makes a copy of, has cost by its transcript. */
  readPriorCost?: (wanted: { sessionId: string; isFirst: boolean }) => number | undefined
  /** Names all that the process starts, so that it can be ended too. */
  marker: string
  /** What to do with lines that are too long to be read on the way; without it they are read like all others. */
  largeLines?: LargeLines | undefined
  stopTimes?: StopTimes | undefined
  interruptTimes?: { answerMs: number; endMs: number } | undefined
}
