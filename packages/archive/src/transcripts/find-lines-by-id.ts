import { read as readCallback, readSync } from 'node:fs'
import { promisify } from 'node:util'
import { lineAt } from './find-line.ts'
import type { FileLine } from './lines-backward.ts'

const read = promisify(readCallback)
const CHUNK_BYTES = 1024 * 1024
const MARK = Buffer.from('"id":"')
const QUOTE = 0x22
/** Longer ids are not found here. */
const LONGEST_ID = 256
const OVERLAP = MARK.length + LONGEST_ID

interface Sought {
  file: { fd: number; size: number }
  ids: ReadonlySet<string>
  accept: (bytes: Buffer, id: string) => boolean
}

/** An id that stands in JSON as it is. */
export function isPlainId(id: string): boolean {
  return id.length < LONGEST_ID && /^[\w-]+$/.test(id)
}

/** The last line that is accepted for each of many plain ids: the file is read once for all of them. */
export function findLinesById(sought: Sought): Map<string, FileLine> {
  const search = new Search(sought)
  while (search.length > 0) search.take(readSync(sought.file.fd, search.buffer, 0, search.length, search.from))
  return search.found
}

/** The same; others are served between two pieces of the file. */
export async function findLinesByIdSlowly(sought: Sought): Promise<Map<string, FileLine>> {
  const search = new Search(sought)
  while (search.length > 0) {
    const { bytesRead } = await read(sought.file.fd, search.buffer, 0, search.length, search.from)
    search.take(bytesRead)
  }
  return search.found
}

class Search {
  readonly found = new Map<string, FileLine>()
  readonly buffer: Buffer
  /** What is to be read next. */
  from = 0
  length: number
  readonly #sought: Sought

  constructor(sought: Sought) {
    this.#sought = sought
    this.length = Math.min(sought.file.size, CHUNK_BYTES)
    this.buffer = Buffer.allocUnsafe(this.length)
  }

  take(count: number): void {
    const { file, ids, accept } = this.#sought
    const chunk = this.buffer.subarray(0, count)
    for (let at = chunk.indexOf(MARK); at !== -1; at = chunk.indexOf(MARK, at + 1)) {
      const begin = at + MARK.length
      const id = chunk.toString('latin1', begin, chunk.indexOf(QUOTE, begin))
      const line = ids.has(id) ? lineAt(file.fd, this.from + at, file.size) : null
      if (line?.bytes != null && accept(line.bytes, id)) this.found.set(id, line)
    }
    const isOver = count === 0 || this.from + count >= file.size
    // An id may lie across the edge.
    this.from += Math.max(1, count - OVERLAP)
    this.length = isOver ? 0 : Math.min(this.buffer.length, file.size - this.from)
  }
}
