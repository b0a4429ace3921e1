import { once } from 'node:events'
import { mkdtempSync, rmdirSync } from 'node:fs'
import { connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readInPlace } from './read-in-place.ts'

const OPEN_MS = 1000

/**
 * What a child writes to, and its other end here. It is what Node itself makes for a child, two sockets that know each other; but
 * this one is read in place, for a process that wakes up for every line.
 */
export interface OutputPipe {
  /** The child's end. Once the child has it, it is to be closed here. */
  theirs: Socket
  ours: Socket
  /** Takes what comes, and uses it up before it returns. */
  take: (bytes: Buffer) => void
}

/** Null where the system has no room for it; a child can be started without. */
export async function openOutputPipe(): Promise<OutputPipe | null> {
  const folder = tryMakeFolder()
  if (folder === null) return null
  const path = join(folder, 'output')
  const server = createServer({ pauseOnConnect: true }).listen(path)
  try {
    await once(server, 'listening')
    const ours = connect({ path, onread: readInPlace((bytes) => pipe.take(bytes)) })
    ours.on('error', () => undefined)
    server.on('error', () => ours.destroy())
    // Without file descriptors left it is let in and put out again, or neither.
    const timer = setTimeout(() => ours.destroy(), OPEN_MS)
    const theirs = await new Promise<Socket>((resolve, reject) => {
      server.once('connection', resolve)
      ours.once('close', reject)
    }).finally(() => clearTimeout(timer))
    const pipe: OutputPipe = { ours, theirs, take: () => undefined }
    return pipe
  } catch {
    return null
  } finally {
    // With it goes its address.
    server.close()
    tryRemove(folder)
  }
}

/** Not by `rmSync`: that opens the folder, and there may be no file left to open. */
function tryRemove(folder: string): void {
  try {
    rmdirSync(folder)
  } catch {
    // An empty folder that stays costs nobody anything.
  }
}

/** Only we may enter it, so nobody else can be at the other end. */
function tryMakeFolder(): string | null {
  try {
    return mkdtempSync(join(tmpdir(), 'quarterdeck-output-'))
  } catch {
    return null
  }
}
