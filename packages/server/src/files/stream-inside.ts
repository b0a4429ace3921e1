import { closeSync, createReadStream } from 'node:fs'
import { type NotOpened, openInside } from '@quarterdeck/archive'

const PIECE_BYTES = 1024 * 1024

export interface InsideFile {
  kind: 'stream'
  bytes: number
  mtimeMs: number
  body: AsyncIterable<Buffer>
}

/** A plain file below a folder, piece by piece. It is opened when the first piece is asked for, so nobody has to close it. */
export function streamInside(root: string, path: string): InsideFile | NotOpened {
  const found = openInside(root, path)
  if (found.kind !== 'file') return found
  closeSync(found.fd)
  const { size: bytes, mtimeMs } = found.stats
  return { kind: 'stream', bytes, mtimeMs, body: read(root, path) }
}

async function* read(root: string, path: string): AsyncGenerator<Buffer> {
  const found = openInside(root, path)
  if (found.kind !== 'file') throw new Error(found.reason)
  yield* createReadStream('', { fd: found.fd, highWaterMark: PIECE_BYTES })
}
