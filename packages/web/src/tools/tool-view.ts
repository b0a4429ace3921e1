import type { CallRow } from '@quarterdeck/transcript'
import type { ComponentType } from 'react'

/** The one line under which a call stands. */
export interface ToolFace {
  /** The tool, in a word or two. */
  name: string
  /** The subject of the call: a path, a command, a question. */
  subject?: string
  /** Drawn as code. */
  isCode?: boolean
  /** The outcome in short: `+4 −2`, `12 files`. */
  note?: string
}

/** How calls of a tool are shown. */
export interface ToolView {
  /** `project` is the folder that paths are said from. */
  toFace(row: CallRow, project?: string): ToolFace
  /** The body below the line, drawn only while the line is open. */
  Body: ComponentType<{ row: CallRow }>
  /** Open without being asked: what changes things is read, not looked up. */
  isOpenAtFirst?: (row: CallRow) => boolean
}
