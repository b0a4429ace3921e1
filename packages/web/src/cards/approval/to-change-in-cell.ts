import type { Hunk } from '../../diff/to-diff-lines.ts'
import { toVisibleText } from '../../text/visible-text.ts'
import { toChange } from '../../tools/edit/to-change.ts'
import { fieldOf, listOf, textOf } from '../../tools/read-field.ts'

export interface CellChange {
  /** Which cell, and what becomes of it. */
  words: string
  hunks: readonly Hunk[]
  /** The new text counts: of a cell that is deleted it does not. */
  takesSource: boolean
}

/** The change of a cell against the notebook as it is now; null where it is no notebook, or has no such cell: then the CLI refuses it as well. */
export function toChangeInCell(input: unknown, content: string | null): CellChange | null {
  const cells = readCells(content)
  if (cells === null) return null
  const mode = textOf(input, 'edit_mode') ?? 'replace'
  const id = textOf(input, 'cell_id')
  const after = textOf(input, 'new_source') ?? ''
  const wanted = textOf(input, 'cell_type')
  const at = id === undefined || id === '' ? -1 : findCell(cells, id)
  const isFirst = (id === undefined || id === '') && mode === 'insert'
  const cell = cells[at]
  if (cell === undefined && !isFirst) return null
  const place = `cell ${at + 1} of ${cells.length}`
  const kind = textOf(cell, 'cell_type') ?? 'code'
  const before = toSource(cell) ?? ''
  switch (mode) {
    case 'insert':
      return {
        words: toVisibleText(
          `It adds a cell (${wanted ?? 'code'}) ${isFirst ? 'before all others' : `after ${place}`}.`,
        ),
        hunks: toHunks('', after),
        takesSource: true,
      }
    case 'delete':
      return { words: toVisibleText(`It deletes ${place} (${kind}).`), hunks: toHunks(before, ''), takesSource: false }
    case 'replace': {
      const becomes = wanted === undefined || wanted === kind ? '' : `, which becomes ${wanted}`
      // As the CLI does it: what code wrote is no longer what it writes.
      const loses = kind === 'code' && listOf(cell, 'outputs').length > 0 ? ' What it wrote is cleared.' : ''
      const words = toVisibleText(`It changes ${place} (${kind})${becomes}.${loses}`)
      return { words, hunks: toHunks(before, after), takesSource: true }
    }
    default:
      return null
  }
}

function readCells(content: string | null): readonly unknown[] | null {
  try {
    const cells = fieldOf(JSON.parse(content ?? ''), 'cells')
    return Array.isArray(cells) && cells.every((cell) => toSource(cell) !== null) ? cells : null
  } catch {
    return null
  }
}

/** By its id, and else by its number, which the CLI counts from 0 and calls `cell-0`. */
function findCell(cells: readonly unknown[], id: string): number {
  const named = cells.findIndex((cell) => textOf(cell, 'id') === id)
  const number = /^cell-(\d+)$/.exec(id)?.[1]
  return named === -1 && number !== undefined ? Number(number) : named
}

function toSource(cell: unknown): string | null {
  const source = fieldOf(cell, 'source')
  if (typeof source === 'string') return source
  return Array.isArray(source) && source.every((line) => typeof line === 'string') ? source.join('') : null
}

/** As a piece of a file: that its last line ends is no change of it. */
function toHunks(before: string, after: string): readonly Hunk[] {
  return toChange({ input: { old_string: before, new_string: after } }).hunks
}
