import { toToolTitle } from '@quarterdeck/protocol/pure'
import type { Approval } from '@quarterdeck/transcript'
import { countChanges } from '../../diff/to-diff-lines.ts'
import { toVisibleText } from '../../text/visible-text.ts'
import { toChange } from '../../tools/edit/to-change.ts'
import { findToolWords } from '../../tools/tool-words.ts'
import { toChangeInFile } from './to-change-in-file.ts'
import type { FileBefore } from './use-file-before.ts'

/** The title of an approval: "Claude wants to edit src/guard.ts." */
export function toAskingText({ toolName, input, agentId }: Approval, projectPath?: string): string {
  const who = agentId === undefined ? 'Claude' : 'A subagent'
  const wish = findToolWords(toolName).toWish?.(input, projectPath) ?? `use ${toToolTitle(toolName)}`
  return toVisibleText(`${who} wants to ${wish}`)
}

/** How much of a file would change: "2 lines change." It is known better once it is known what stands in the file. */
export function toSizeText({ toolName, input }: Approval, before: FileBefore | null): string | undefined {
  if (findToolWords(toolName).drawing?.kind !== 'change') return undefined
  const { hunks } = (before && toChangeInFile(input, before.content)) ?? toChange({ input })
  const { added, removed } = countChanges(hunks)
  const lines = Math.max(added, removed)
  return `${lines} ${lines === 1 ? 'line changes' : 'lines change'}.`
}
