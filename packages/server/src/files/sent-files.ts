import { createHash } from 'node:crypto'
import { constants } from 'node:fs'
import { open, realpath, rm } from 'node:fs/promises'
import { ServerError } from '../server-error.ts'

const MOST_KNOWN = 1000

/** What was sent since the server started, so that it can be taken back: these files and no others, as they were sent. */
export class SentFiles {
  readonly #known = new Map<string, { hash: string; size: number }>()

  note(path: string, bytes: Uint8Array): void {
    this.#known.set(path, { hash: toHash(bytes), size: bytes.length })
    for (const oldest of this.#known.keys()) {
      if (this.#known.size <= MOST_KNOWN) return
      this.#known.delete(oldest)
    }
  }

  /** `note` is called before it is gone, and where that throws, it stays; and once more where it could not be removed. */
  async takeBack(path: string, note: (event: 'wanted' | 'failed') => void): Promise<void> {
    const sent = this.#known.get(path)
    if (sent === undefined)
      throw new ServerError(
        'not_found',
        `'${path}' was not sent here since the server started. Delete it yourself, if it is to go.`,
      )
    const now = await readHash(path, sent.size)
    if (now !== null && now !== sent.hash)
      throw new ServerError('changed_meanwhile', `'${path}' has changed since it was sent, and stays.`)
    note('wanted')
    try {
      await rm(path, { force: true })
    } catch (error) {
      note('failed')
      throw new ServerError('storage', `'${path}' cannot be deleted: ${(error as Error).message}.`, { cause: error })
    }
    this.#known.delete(path)
  }
}

/** Empty for what is not what was sent, whatever it is. */
async function readHash(path: string, size: number): Promise<string | null> {
  try {
    // A folder on the way may have become a link.
    if ((await realpath(path)) !== path) return ''
    const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
    try {
      const found = await file.stat()
      if (!found.isFile() || found.size !== size) return ''
      return toHash(await file.readFile())
    } finally {
      await file.close()
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw new ServerError('storage', `'${path}' cannot be read: ${(error as Error).message}.`, { cause: error })
  }
}

function toHash(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}
