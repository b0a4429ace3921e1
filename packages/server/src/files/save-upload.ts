import { constants } from 'node:fs'
import { open, realpath, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { ServerError } from '../server-error.ts'
import { isBelow } from './is-below.ts'
import { toFileName, toNextName } from './to-file-name.ts'

// Never over a file that is there, and never through a link.
const FLAGS = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW
const MOST_TRIES = 100

export interface Saving {
  /** The real path that it may not leave. */
  inside: string
  /** Called with its path before anything stands in it; where this throws, there is no file. */
  note: (path: string) => void
}

/** Writes a new file into a folder, for its owner alone, under a name like the given one. */
export async function saveUpload(folder: string, name: string, bytes: Uint8Array, saving: Saving): Promise<string> {
  const { inside, note } = saving
  const plain = toFileName(name)
  const path = join(folder, plain)
  for (let count = 1; count <= MOST_TRIES; count++) {
    const own = count === 1 ? path : join(folder, toNextName(plain, count))
    const file = await open(own, FLAGS, 0o600).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'EEXIST' || error.code === 'ELOOP') return null
      throw toProblem(error, folder)
    })
    if (file === null) continue
    try {
      await assertInside(own, inside)
      note(own)
      await file.writeFile(bytes)
      await file.chmod(0o600)
      return own
    } catch (error) {
      await rm(own, { force: true })
      throw error instanceof ServerError ? error : toProblem(error as NodeJS.ErrnoException, folder)
    } finally {
      await file.close()
    }
  }
  throw new ServerError(
    'bad_request',
    `There are too many files called '${plain}' in '${folder}'. Give it another name.`,
  )
}

/** A folder on the way may have become a link while the file was opened. */
async function assertInside(path: string, inside: string): Promise<void> {
  if (!isBelow(await realpath(path), inside))
    throw new ServerError('not_allowed', `'${path}' leads out of '${inside}'. Choose a folder inside of it.`)
}

function toProblem(error: NodeJS.ErrnoException, folder: string): ServerError {
  const what = error.code === 'ENOSPC' || error.code === 'EDQUOT' ? 'there is no room' : error.message
  return new ServerError('storage', `The file cannot be written to '${folder}': ${what}.`, { cause: error })
}
