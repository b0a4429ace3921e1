import { Lexer, type Token, type TokensList } from 'marked'

/** Deeper than anybody writes, and far from the end of the stack: of the parser, of React and of the browser that lays it out. */
const DEEPEST = 40
/** Every mark of emphasis is looked for among all the others: tens of thousands in one paragraph are seconds. */
const MOST_MARKS = 3000

/** A kind that nobody knows is drawn as it was written. */
export function asWritten(text: string): Token {
  return { type: 'as-written', raw: text, text }
}

/** Reads what people and models write, and leaves as it was written what nests too deep or has too many marks; the rest is read as ever. */
export class BoundedLexer extends Lexer {
  #depth = 0

  constructor() {
    super({ gfm: true })
  }

  override blockTokens(text: string, tokens?: Token[], isClipped?: boolean): Token[]
  override blockTokens(text: string, tokens?: TokensList, isClipped?: boolean): TokensList
  override blockTokens(text: string, tokens: Token[] = [], isClipped = false): Token[] {
    return this.#within(text, tokens, () => super.blockTokens(text, tokens, isClipped))
  }

  override inlineTokens(text: string, tokens: Token[] = []): Token[] {
    if (hasTooManyMarks(text)) return leave(text, tokens)
    return this.#within(text, tokens, () => super.inlineTokens(text, tokens))
  }

  #within(text: string, tokens: Token[], read: () => Token[]): Token[] {
    if (this.#depth >= DEEPEST) return leave(text, tokens)
    this.#depth++
    try {
      return read()
    } finally {
      this.#depth--
    }
  }
}

function leave(text: string, tokens: Token[]): Token[] {
  tokens.push(asWritten(text))
  return tokens
}

function hasTooManyMarks(text: string): boolean {
  return text.length > MOST_MARKS && (text.match(/[*_~!]/g)?.length ?? 0) > MOST_MARKS
}
