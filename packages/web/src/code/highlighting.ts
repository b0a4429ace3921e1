import type { CodeLines } from './highlight.ts'

/** Code that grows is coloured when it has rested so long: at every piece, a long block would be read hundreds of times. */
const REST_MS = 150

export interface Code {
  code: string
  language: string
}

interface Options {
  /** `isKept`: it may be wanted again as it is. */
  ask: (code: Code, options: { isKept: boolean }) => Promise<CodeLines | null>
  tell: (found: Code & { lines: CodeLines | null }) => void
}

/** The colours of one place where code stands: at once for what stands there first, one job at a time, and none for what is gone already. */
export class Highlighting {
  readonly #options: Options
  #wanted: Code | null = null
  #timer: ReturnType<typeof setTimeout> | undefined
  #isAsking = false
  /** It has rested while another job ran. */
  #isDue = false

  constructor(options: Options) {
    this.#options = options
  }

  show(code: Code): void {
    const isFirst = this.#wanted === null
    this.#wanted = code
    this.#isDue = false
    clearTimeout(this.#timer)
    if (isFirst) void this.#ask(true)
    else this.#timer = setTimeout(() => this.#ask(false), REST_MS)
  }

  stop(): void {
    clearTimeout(this.#timer)
    this.#wanted = null
    this.#isDue = false
  }

  async #ask(isKept: boolean): Promise<void> {
    const wanted = this.#wanted
    if (wanted === null) return
    if (this.#isAsking) {
      this.#isDue = true
      return
    }
    this.#isAsking = true
    const lines = await this.#options.ask(wanted, { isKept })
    this.#isAsking = false
    if (this.#wanted !== null) this.#options.tell({ ...wanted, lines })
    if (this.#isDue) {
      this.#isDue = false
      void this.#ask(false)
    }
  }
}

/** Lines in colours, with what came behind them since as it is. */
export function withRest(lines: CodeLines, rest: string): CodeLines {
  if (rest === '') return lines
  const [first = ['', null] as const, ...more] = rest.split('\n').map((text) => [text, null] as const)
  return [...lines.slice(0, -1), [...(lines.at(-1) ?? []), first], ...more.map((piece) => [piece])]
}
