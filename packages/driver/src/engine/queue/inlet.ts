import { DriverError } from '../../driver-error.ts'
import type { Frame } from '../../lines/line-framer.ts'
import { LARGE_LINE_BYTES } from '../../lines/read-large-line.ts'
import type { LogEntry } from '../../log/record-line.ts'
import { toCliEntry, toKeeperEntry } from '../facts/log-entries.ts'
import { keepLargeLine, type LargeLines } from '../large-lines.ts'

const RETRY_MS = 1000

export interface InletOptions {
  /** Writes down what was said. Throws when it cannot. */
  keep: (entries: readonly LogEntry[]) => void
  /** Lets the CLI wait, or go on. */
  hold: (isHeld: boolean) => void
  /** Why nothing goes on, and null when it does again. */
  tell: (problem: string | null) => void
  largeLines: LargeLines | undefined
}

/**
 * Where the words of a CLI come in. They are written down in their order, what came in one piece in one; a long line is read
 * aside while all behind it waits, and a log that cannot be written holds the CLI back, so that nothing is lost.
 */
export class Inlet {
  readonly #options: InletOptions
  /** Null stands for a line that is still being read. */
  #waiting: (LogEntry | null)[] = []
  #reading: Promise<void> = Promise.resolve()
  #retry: NodeJS.Timeout | null = null

  constructor(options: InletOptions) {
    this.#options = options
  }

  push(frame: Frame): void {
    const { largeLines } = this.#options
    const isLarge = frame.kind === 'line' && frame.bytes.length > LARGE_LINE_BYTES
    if (isLarge && largeLines !== undefined) this.#read(frame.bytes, largeLines)
    else this.#waiting.push(toCliEntry(frame))
  }

  /** What came in one piece is whole: it is written down in one. */
  flush(): void {
    const unknown = this.#waiting.indexOf(null)
    const known = (unknown < 0 ? this.#waiting : this.#waiting.slice(0, unknown)) as LogEntry[]
    if (known.length === 0 || this.#retry !== null) return
    try {
      this.#options.keep(known)
    } catch (error) {
      // A bug is none that time mends, and what was kept would be kept again.
      if (!(error instanceof DriverError)) throw error
      this.#holdBack(error.message)
      return
    }
    this.#waiting = unknown < 0 ? [] : this.#waiting.slice(unknown)
  }

  /** The CLI has ended: what it said is written down, as far as it can be. */
  async drain(): Promise<void> {
    await this.#reading
    if (this.#retry !== null) clearTimeout(this.#retry)
    this.#retry = null
    this.flush()
    if (this.#retry !== null) clearTimeout(this.#retry)
  }

  #read(bytes: Buffer, largeLines: LargeLines): void {
    this.#waiting.push(null)
    this.#options.hold(true)
    // One after the other, so that the first that waits is the first that is known.
    this.#reading = this.#reading
      .then(() =>
        keepLargeLine(bytes, largeLines).catch((error: Error) =>
          toKeeperEntry({ subtype: 'unread', text: `(${bytes.length} bytes: ${error.message})` }),
        ),
      )
      .then((entry) => {
        this.#waiting[this.#waiting.indexOf(null)] = entry
        this.flush()
        this.#goOn()
      })
  }

  #holdBack(problem: string): void {
    this.#options.hold(true)
    this.#options.tell(problem)
    this.#retry = setTimeout(() => {
      this.#retry = null
      this.flush()
      if (this.#retry !== null) return
      this.#options.tell(null)
      this.#goOn()
    }, RETRY_MS)
  }

  #goOn(): void {
    if (this.#retry === null && !this.#waiting.includes(null)) this.#options.hold(false)
  }
}
