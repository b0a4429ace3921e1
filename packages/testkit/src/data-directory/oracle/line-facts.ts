import type { Usage } from '@quarterdeck/protocol'

export type Line = Record<string, unknown>

/** What a line is to a reader. Only the generator knows this for sure, so it says so with every line. */
export type LineKind = 'prompt' | 'tool-result' | 'assistant' | 'synthetic' | 'other'

/** The part of a line that counts. */
export interface LineFacts {
  kind: LineKind
  prompt?: string
  billed?: { messageId: string; requestId: string | undefined; model: string; usage: Usage; atMs: number }
  messageId?: string
  toolCalls?: string[]
  failedTool?: string
}
