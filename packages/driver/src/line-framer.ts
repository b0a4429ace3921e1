const NEWLINE = 0x0a
const BOM = '\ufeff'

export type Frame =
  | { kind: 'line'; text: string }
  /** Longer than the limit: counted, not kept. */
  | { kind: 'oversize'; bytes: number }

/**
 * Cuts a byte stream into lines. Works on bytes and decodes whole lines, because a chunk may end inside a character; keeps a
 * list of chunks, because joining at every chunk makes one long line cost the square of its length.
 */
export class LineFramer {
  readonly #onFrame: (frame: Frame) => void
  readonly #maxBytes: number
  #chunks: Buffer[] = []
  #bytes = 0

  constructor(onFrame: (frame: Frame) => void, maxBytes = 32 * 1024 * 1024) {
    this.#onFrame = onFrame
    this.#maxBytes = maxBytes
  }

  push(chunk: Buffer): void {
    let start = 0
    for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, start)) {
      this.#keep(chunk.subarray(start, end))
      this.#flush()
      start = end + 1
    }
    this.#keep(chunk.subarray(start))
  }

  /** Bytes of a line whose end has not come. */
  get pendingBytes(): number {
    return this.#bytes
  }

  /** The stream is over: what has come of an unfinished line is a line, torn as it may be. */
  end(): void {
    this.#flush()
  }

  #keep(piece: Buffer): void {
    this.#bytes += piece.length
    if (this.#bytes > this.#maxBytes) this.#chunks = []
    else if (piece.length > 0) this.#chunks.push(piece)
  }

  #flush(): void {
    const bytes = this.#bytes
    const line = this.#chunks.length === 1 ? (this.#chunks[0] as Buffer) : Buffer.concat(this.#chunks)
    this.#chunks = []
    this.#bytes = 0
    const text = toText(line)
    if (bytes > this.#maxBytes) this.#onFrame({ kind: 'oversize', bytes })
    else if (text !== '') this.#onFrame({ kind: 'line', text })
  }
}

/** Writers put a BOM before a line when they open or append to a file; JSON does not take it. Inside a line it is text. */
function toText(line: Buffer): string {
  const text = line.toString('utf8')
  return (text.startsWith(BOM) ? text.slice(1) : text).trim()
}
