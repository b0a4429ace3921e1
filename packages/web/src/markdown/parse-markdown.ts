import { Lexer, type Token, type Tokens } from 'marked'
import remend from 'remend'

/** A piece of a text that is drawn by itself: what stands above it does not change when the text grows. */
export interface MarkdownBlock {
  /** Its place and beginning; it stays while the block grows. */
  key: string
  token: Token
}

/**
 * The blocks of a text. One that is still being written gets the ends of what it has begun (`**bold`, a fence), so that it is drawn as
 * it will be, and not as its marks.
 */
export function parseMarkdown(text: string, { isDraft = false } = {}): MarkdownBlock[] {
  const tokens = new Lexer({ gfm: true }).lex(isDraft ? remend(text, { linkMode: 'text-only', images: false }) : text)
  return tokens
    .filter((token) => token.type !== 'space')
    .map((token, index) => ({ key: `${index} ${token.type}`, token }))
}

export type { Token, Tokens }
