import type { TranscriptLine } from './parse-transcript-line.ts'

export interface Block extends Record<string, unknown> {
  type: string
}

/** The blocks of a user or assistant line; a plain text is one block. */
export function toBlocks(line: TranscriptLine): Block[] {
  const content = (line.message as { content?: unknown } | undefined)?.content
  if (typeof content === 'string') return [{ type: 'text', text: content }]
  return Array.isArray(content) ? content.filter(isBlock) : []
}

/** The text of a tool result: a string, or text blocks among images. */
export function toResultText(block: Block): string {
  if (typeof block.content === 'string') return block.content
  if (!Array.isArray(block.content)) return ''
  return block.content.flatMap((part) => (typeof part?.text === 'string' ? [part.text] : [])).join('\n')
}

function isBlock(value: unknown): value is Block {
  return typeof value === 'object' && value !== null && typeof (value as Block).type === 'string'
}
