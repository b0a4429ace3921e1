const NEWLINE = 0x0a
const MEBIBYTE = 1024 * 1024
/** From here on a line is gathered in one place as it comes: joining its chunks at the end would stop everything else. */
const LARGE = 4 * MEBIBYTE
const MAX = 32 * MEBIBYTE

export type Frame =
  /** A whole line, without BOM, line end and blanks around it. Its memory may be the chunk's: not to be changed, nor kept. */
  | { kind: 'line'; bytes: Buffer }
  /** Longer than the limit: counted, not kept. */
  | { kind: 'oversize'; bytes: number }
  /** The stream ended inside a line: what had come of it. */
  | { kind: 'torn'; bytes: Buffer }

/** The text of a line. What is no UTF-8 becomes U+FFFD. */
export function toText(line: Buffer): string {
  return line.toString('utf8')
}

/**
 * Cuts a byte stream into lines. Works on bytes and gives whole lines, because a chunk may end inside a character; keeps a
 * list of chunks, because joining at every chunk makes one long line cost the square of its length.
 */
export class LineFramer {
  readonly #onFrame: (frame: Frame) => void
  readonly #maxBytes: number
  #chunks: Buffer[] = []
  #large: Buffer | null = null
  #bytes = 0

  constructor(onFrame: (frame: Frame) => void, maxBytes = MAX) {
    this.#onFrame = onFrame
    this.#maxBytes = maxBytes
  }

  push(chunk: Buffer): void {
    let start = 0
    for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, start)) {
      if (this.#bytes === 0 && end - start <= this.#maxBytes) this.#give(chunk.subarray(start, end), 'line')
      else {
        this.#keep(chunk.subarray(start, end))
        this.#flush('line')
      }
      start = end + 1
    }
    if (start < chunk.length) this.#keep(start === 0 ? chunk : chunk.subarray(start))
  }

  /** Bytes of a line whose end has not come. */
  get pendingBytes(): number {
    return this.#bytes
  }

  /** The stream is over: what has come of an unfinished line is told as torn. */
  end(): void {
    if (this.#bytes > 0) this.#flush('torn')
  }

  #keep(piece: Buffer): void {
    const before = this.#bytes
    this.#bytes += piece.length
    if (this.#bytes > this.#maxBytes) {
      this.#chunks = []
      this.#large = null
    } else if (this.#bytes <= LARGE) this.#chunks.push(Buffer.from(piece))
    else {
      this.#large ??= this.#gather()
      piece.copy(this.#large, before)
    }
  }

  /** Shared memory, so that another thread can read the line without a copy; pages that stay empty cost nothing. */
  #gather(): Buffer {
    const large = Buffer.from(new SharedArrayBuffer(this.#maxBytes))
    let at = 0
    for (const chunk of this.#chunks) at += chunk.copy(large, at)
    this.#chunks = []
    return large
  }

  #flush(kind: 'line' | 'torn'): void {
    const [bytes, chunks, large] = [this.#bytes, this.#chunks, this.#large]
    this.#bytes = 0
    this.#chunks = []
    this.#large = null
    if (bytes > this.#maxBytes) this.#onFrame({ kind: 'oversize', bytes })
    else this.#give(large?.subarray(0, bytes) ?? join(chunks), kind)
  }

  #give(line: Buffer, kind: 'line' | 'torn'): void {
    const bytes = trim(line)
    if (bytes.length > 0) this.#onFrame({ kind, bytes })
  }
}

function join(chunks: Buffer[]): Buffer {
  return chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks)
}

/**
 * Blanks around a line are no part of it, CR among them. Writers put a BOM before a line when they open or append to a file;
 * JSON does not take it. Inside a line both are text.
 */
function trim(line: Buffer): Buffer {
  let [start, end] = [0, line.length]
  for (;;) {
    if (isBlank(line[start])) start++
    else if (line[start] === 0xef && line[start + 1] === 0xbb && line[start + 2] === 0xbf) start += 3
    else break
  }
  while (end > start && isBlank(line[end - 1])) end--
  return start === 0 && end === line.length ? line : line.subarray(Math.min(start, end), end)
}

function isBlank(byte: number | undefined): boolean {
  return byte === 0x20 || byte === 0x0d || byte === 0x09
}
