import { constants } from 'node:fs'
import { open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { HeldFolder } from '@quarterdeck/archive'
import { ServerError } from '../server-error.ts'
import { toFileName, toNextName } from './to-file-name.ts'

// Never over a file that is there, and never through a link.
const FLAGS = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW
const MOST_TRIES = 100

export interface Saving {
  /** Whether a file may be called so there. One that may not is called `file-` and its name. */
  isFree?: (path: string) => boolean
  /** Called with its path before anything stands in it; where this throws, there is no file. */
  note: (path: string) => void
}

/** Writes a new file into a folder, for its owner alone, under a name like the given one. */
export async function saveUpload(
  folder: HeldFolder,
  name: string,
  bytes: Uint8Array,
  { isFree = () => true, note }: Saving,
): Promise<string> {
  const wanted = toFileName(name)
  const plain = isFree(join(folder.path, wanted)) ? wanted : toFileName(`file-${wanted}`)
  for (let count = 1; count <= MOST_TRIES; count++) {
    const own = count === 1 ? plain : toNextName(plain, count)
    const path = join(folder.path, own)
    const file = await open(folder.at(own), FLAGS, 0o600).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'EEXIST' || error.code === 'ELOOP') return null
      throw toProblem(error, folder)
    })
    if (file === null) continue
    try {
      note(path)
      await file.writeFile(bytes)
      await file.chmod(0o600)
      return path
    } catch (error) {
      await rm(folder.at(own), { force: true })
      throw error instanceof ServerError ? error : toProblem(error as NodeJS.ErrnoException, folder)
    } finally {
      await file.close()
    }
  }
  throw new ServerError(
    'bad_request',
    `There are too many files called '${plain}' in '${folder.path}'. Give it another name.`,
  )
}

function toProblem(error: NodeJS.ErrnoException, { path }: HeldFolder): ServerError {
  const what = error.code === 'ENOSPC' || error.code === 'EDQUOT' ? 'there is no room' : error.message
  return new ServerError('storage', `The file cannot be written to '${path}': ${what}.`, { cause: error })
}
