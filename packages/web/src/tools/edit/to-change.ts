import type {
  EditInput,
  EditResult,
  MultiEditInput,
  MultiEditResult,
  WriteInput,
  WriteResult,
} from '@quarterdeck/protocol/tools'
import type { ToolCall } from '@quarterdeck/transcript'
import { computeHunks, type Hunk } from '../../diff/to-diff-lines.ts'
import { fieldOf, listOf, textOf } from '../read-field.ts'

export interface Change {
  path: string
  hunks: readonly Hunk[]
  isNew: boolean
  /** The lines' numbers are those of the file, and not of the piece that is replaced. */
  hasPlace: boolean
}

export function toPath({ input, structured }: Pick<ToolCall, 'input' | 'structured'>): string {
  return (
    textOf<EditInput | MultiEditInput | WriteInput>(input, 'file_path') ??
    textOf<EditResult | MultiEditResult | WriteResult>(structured, 'filePath') ??
    ''
  )
}

/** The change of an Edit, MultiEdit or Write: from the CLI's own patch, else computed from the input. */
export function toChange({ input, structured }: Pick<ToolCall, 'input' | 'structured'>): Change {
  const path = toPath({ input, structured })
  const told = listOf<EditResult | MultiEditResult | WriteResult>(structured, 'structuredPatch').filter(isHunk)
  const original = fieldOf<EditResult | MultiEditResult | WriteResult>(structured, 'originalFile')
  if (told.length > 0) return { path, hunks: told, isNew: false, hasPlace: true }
  const content = textOf<EditInput | MultiEditInput | WriteInput>(input, 'content')
  if (content !== undefined) {
    const before = typeof original === 'string' ? original : ''
    return { path, hunks: computeHunks(before, content), isNew: original === null, hasPlace: true }
  }
  const edits = [input, ...listOf<EditInput | MultiEditInput | WriteInput>(input, 'edits')]
  const hunks = edits.flatMap((edit) => {
    const before = textOf(edit, 'old_string')
    const after = textOf(edit, 'new_string')
    return before === undefined && after === undefined ? [] : computePieceHunks(before ?? '', after ?? '')
  })
  return { path, hunks, isNew: false, hasPlace: false }
}

/** A piece of a file goes on behind its last line: that the line ends there is no change of it. */
function computePieceHunks(before: string, after: string): Hunk[] {
  const hunks = computeHunks(withEnd(before), withEnd(after))
  return hunks.length === 0 ? computeHunks(before, after) : hunks
}

function withEnd(text: string): string {
  return text === '' || text.endsWith('\n') ? text : `${text}\n`
}

function isHunk(value: unknown): value is Hunk {
  const { oldStart, newStart, lines } = (value ?? {}) as Record<string, unknown>
  return typeof oldStart === 'number' && typeof newStart === 'number' && Array.isArray(lines)
}
