import { toBlocks } from './line-content.ts'
import type { TranscriptLine } from './parse-transcript-line.ts'

/** What the CLI writes in the person's name: outputs of commands, notices, interruptions. */
const NOT_TYPED = /^\s*(<(local-command-|bash-std|task-notification|user-memory-input)|\[Request interrupted by user)/

const COMMAND = /<command-name>|^\s*<bash-input>/

export interface Prompt {
  text: string
  /** A slash command, which the CLI may have run by itself, or one of the shell (`!`). */
  isCommand: boolean
}

/** What a person wrote in this line; null where nobody wrote it. */
export function readPrompt(line: TranscriptLine): Prompt | null {
  if (line.type !== 'user' || line.isMeta === true || line.isCompactSummary === true) return null
  const origin = (line.origin as { kind?: unknown } | null | undefined)?.kind
  if (line.isVisibleInTranscriptOnly === true || (typeof origin === 'string' && origin !== 'human')) return null
  const blocks = toBlocks(line)
  if (blocks.length === 0 || blocks.some((block) => block.type === 'tool_result')) return null
  const text = blocks.flatMap((block) => (typeof block.text === 'string' ? [block.text] : [])).join('\n')
  if (NOT_TYPED.test(text)) return null
  return { text, isCommand: COMMAND.test(text) }
}
