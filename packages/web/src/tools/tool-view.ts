import type { CallRow } from '@quarterdeck/transcript'
import type { ComponentType } from 'react'

/** The one line under which a call stands. */
export interface ToolFace {
  /** The tool, in a word or two. */
  name: string
  /** What it is about: a path, a command, a question. */
  subject?: string
  /** Drawn as code. */
  isCode?: boolean
  /** What came of it: `+4 −2`, `12 files`. */
  note?: string
}

/** How calls of a tool are shown. */
export interface ToolView {
  /** `project` is the folder that paths are said from. */
  toFace(row: CallRow, project?: string): ToolFace
  /** What is seen when the line is opened; nothing is drawn before that. */
  Body: ComponentType<{ row: CallRow }>
  /** Open without being asked: what changes things is read, not looked up. */
  isOpenAtFirst?: (row: CallRow) => boolean
}
