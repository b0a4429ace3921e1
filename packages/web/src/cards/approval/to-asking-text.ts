import { canonicalToolName, toToolTitle } from '@quarterdeck/protocol/pure'
import type { Approval } from '@quarterdeck/transcript'
import { countChanges } from '../../diff/to-diff-lines.ts'
import { toTable } from '../../text/to-table.ts'
import { toVisibleText } from '../../text/visible-text.ts'
import { toChange } from '../../tools/edit/to-change.ts'
import { textOf } from '../../tools/read-field.ts'
import { toShortPath } from '../../tools/to-short-path.ts'
import { toChangeInFile } from './to-change-in-file.ts'
import type { FileBefore } from './use-file-before.ts'

/** What is wanted, as a sentence: "Claude wants to edit src/guard.ts." */
export function toAskingText(approval: Approval, projectPath?: string): string {
  return toVisibleText(toWords(approval, projectPath))
}

const CELLS: Readonly<Record<string, string>> = toTable({ insert: 'add a cell to', delete: 'delete a cell of' })

/** How much of a file would change: "2 lines change." It is known better once it is known what stands in the file. */
export function toSizeText({ toolName, input }: Approval, before: FileBefore | null): string | undefined {
  return SIZED.has(canonicalToolName(toolName)) ? toSize(input, before) : undefined
}

const SIZED: ReadonlySet<string> = new Set(['Edit', 'MultiEdit', 'Write'])

function toWords({ toolName, input, agentId }: Approval, projectPath: string | undefined): string {
  const who = agentId === undefined ? 'Claude' : 'A subagent'
  const path = toShortPath(textOf(input, 'file_path') ?? textOf(input, 'notebook_path') ?? '', projectPath)
  switch (canonicalToolName(toolName)) {
    case 'Bash':
      return `${who} wants to run a command`
    case 'Read':
      return `${who} wants to read ${path}`
    case 'Edit':
    case 'MultiEdit':
      return `${who} wants to edit ${path}.`
    case 'Write':
      return `${who} wants to write ${path}.`
    case 'NotebookEdit':
      return `${who} wants to ${CELLS[textOf(input, 'edit_mode') ?? ''] ?? 'change a cell of'} ${path}`
    case 'WebFetch':
      return `${who} wants to open a page of the web`
    case 'WebSearch':
      return `${who} wants to search the web`
    case 'Agent':
      return `${who} wants to send an agent`
    default:
      return `${who} wants to use ${toToolTitle(toolName)}`
  }
}

function toSize(input: unknown, before: FileBefore | null): string {
  const { hunks } = (before && toChangeInFile(input, before.content)) ?? toChange({ input })
  const { added, removed } = countChanges(hunks)
  const lines = Math.max(added, removed)
  return `${lines} ${lines === 1 ? 'line changes' : 'lines change'}.`
}
