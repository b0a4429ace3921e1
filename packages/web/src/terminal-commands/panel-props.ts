import type { SessionRow } from '@quarterdeck/contract'
import type { Overview } from '@quarterdeck/transcript'
import type { Api } from '../api.ts'
import type { CommandInfo } from '../composer/completion/rank-commands.ts'

/** A prompt of the session, to go back to. */
export interface EarlierPrompt {
  uuid: string
  text: string
}

/** The props of every terminal panel. */
export interface PanelProps {
  sessionId: string
  row: SessionRow | undefined
  overview: Overview
  /** The text behind the command. */
  argument: string
  api: Api
  /** The newest first. */
  prompts: readonly EarlierPrompt[]
  /** A control request; gives the CLI's answer. */
  ask: <T>(request: { subtype: string; [field: string]: unknown }) => Promise<T>
  send: (text: string) => Promise<void>
  rename: (title: string) => Promise<unknown>
  /** Starts the session anew, with another folder to work in. */
  addFolder: (directory: string) => Promise<unknown>
  exportAs: (format: 'md' | 'html' | 'jsonl') => void
  listCommands: () => Promise<readonly CommandInfo[]>
  onRewind: (uuid: string) => void
  onClose: () => void
}

type Place = Pick<PanelProps, 'row' | 'overview'>

/** The folder of the session. */
export function toCwd({ row, overview }: Place): string | undefined {
  return row?.projectPath ?? overview.about.cwd
}
