import { Lexer, type Token, type Tokens } from 'marked'
import type remend from 'remend'

/** A piece of a text that is drawn by itself: what stands above it does not change when the text grows. */
export interface MarkdownBlock {
  /** Its place and beginning; it stays while the block grows. */
  key: string
  token: Token
}

let mend: typeof remend | null = null

/** Loaded with the first text that is written while somebody looks: what is read from a session is whole. */
export async function loadMending(): Promise<void> {
  mend = (await import('remend')).default
}

/**
 * The blocks of a text. One that is still being written gets the ends of what it has begun (`**bold`, a fence), so that it is drawn as
 * it will be, and not as its marks.
 */
export function parseMarkdown(text: string, { isDraft = false } = {}): MarkdownBlock[] {
  // Until it is there, and where it cannot be had, marks are seen for as long as the text is written.
  if (isDraft && mend === null) loadMending().catch(() => undefined)
  const whole = isDraft && mend !== null ? mend(text, { linkMode: 'text-only', images: false }) : text
  const tokens = new Lexer({ gfm: true }).lex(whole)
  return tokens
    .filter((token) => token.type !== 'space')
    .map((token, index) => ({ key: `${index} ${token.type}`, token }))
}

export type { Token, Tokens }
