import { closeSync, readSync } from 'node:fs'
import { type NotOpened, openInside } from './safe-open.ts'

export interface TailText {
  kind: 'tail'
  text: string
  /** Where the text begins; 0 when it is whole. */
  offset: number
  /** Of the whole file. */
  bytes: number
}

const NEWLINE = 0x0a

/** The end of a plain file below `root`, from the beginning of a line. */
export function readTail(root: string, relativePath: string, tailBytes: number): TailText | NotOpened {
  const file = openInside(root, relativePath)
  if (file.kind !== 'file') return file
  try {
    const { size } = file.stats
    const from = Math.max(0, size - tailBytes)
    const tail = Buffer.allocUnsafe(size - from)
    const count = readSync(file.fd, tail, 0, tail.length, from)
    const cut = from === 0 ? 0 : tail.subarray(0, count).indexOf(NEWLINE) + 1
    return { kind: 'tail', text: tail.toString('utf8', cut, count), offset: from + cut, bytes: size }
  } catch (error) {
    return { kind: 'unreadable', reason: `${relativePath} cannot be read: ${(error as Error).message}` }
  } finally {
    closeSync(file.fd)
  }
}
