import type { Token, Tokens } from 'marked'
import type remend from 'remend'
import { asWritten, BoundedLexer } from './bounded-lexer.ts'

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

/** The blocks of a text that is whole. One on which the parser fails is shown as it was written: it must not take the page with it. */
export function parseMarkdown(text: string): MarkdownBlock[] {
  try {
    return toBlocks(new BoundedLexer().lex(text))
  } catch {
    return toBlocks([asWritten(text)])
  }
}

/** A text that is being written, as far as it was read. */
export interface GrowingMarkdown {
  blocks: readonly MarkdownBlock[]
  /** The text that no further word can change, and its blocks. */
  settled: string
  settledBlocks: readonly MarkdownBlock[]
}

/** The last block grows, and what comes may join the one before it: `2` behind a list is a paragraph, `2.` its next item. */
const OPEN_BLOCKS = 2

/**
 * The blocks of a text that is still being written. Its end gets what closes that which it has begun (`**bold`, a fence), so that it
 * is drawn as it will be, and not as its marks. Only the end is read: of a long answer, all would be read again for every few words.
 */
export function growMarkdown(text: string, before: GrowingMarkdown | null): GrowingMarkdown {
  try {
    return grow(text, before)
  } catch {
    return { ...NOTHING, blocks: toBlocks([asWritten(text)]) }
  }
}

function grow(text: string, before: GrowingMarkdown | null): GrowingMarkdown {
  // Until it is there, and where it cannot be had, marks are seen for as long as the text is written.
  if (mend === null) loadMending().catch(() => undefined)
  const known = before !== null && text.startsWith(before.settled) ? before : NOTHING
  const end = text.slice(known.settled.length)
  const lexer = new BoundedLexer()
  const tokens = lexer.lex(mend === null ? end : mend(end, { linkMode: 'text-only', images: false }))
  const blocks = [...known.settledBlocks, ...toBlocks(tokens, known.settledBlocks.length)]
  // The address of a link may stand anywhere behind it: such a text is read as a whole.
  if (Object.keys(lexer.tokens.links).length > 0) return known === NOTHING ? { ...NOTHING, blocks } : grow(text, null)
  const open = tokens.filter(isBlock).at(-OPEN_BLOCKS)
  if (open === undefined) return { ...known, blocks }
  const settled = tokens.slice(0, tokens.indexOf(open))
  return {
    blocks,
    settled: known.settled + settled.map(({ raw }) => raw).join(''),
    settledBlocks: blocks.slice(0, known.settledBlocks.length + settled.filter(isBlock).length),
  }
}

const NOTHING: GrowingMarkdown = { blocks: [], settled: '', settledBlocks: [] }

function toBlocks(tokens: readonly Token[], from = 0): MarkdownBlock[] {
  return tokens.filter(isBlock).map((token, index) => ({ key: `${from + index} ${token.type}`, token }))
}

function isBlock({ type }: Token): boolean {
  return type !== 'space'
}

export type { Token, Tokens }
