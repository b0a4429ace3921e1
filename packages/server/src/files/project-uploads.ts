import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { HeldFolder } from '@quarterdeck/archive'
import { ServerError } from '../server-error.ts'

/** Where files for a prompt go in a project, and nowhere else: a name in any other folder could be one that a program obeys. */
export const UPLOADS = '.quarterdeck/uploads'

/** The folder, made where it is missing, for its owner alone and out of git's sight. Null where something on the way is a link or no folder. */
export function openProjectUploads(project: string): HeldFolder | null {
  const path = join(project, UPLOADS)
  try {
    const folder = HeldFolder.make(path, 0o700)
    ignore(folder)
    return folder
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    // Without a code: it was found elsewhere than it was looked for.
    if (code === undefined || code === 'ELOOP' || code === 'ENOTDIR') return null
    throw new ServerError('storage', `'${path}' cannot be made: ${message}.`, { cause: error })
  }
}

function ignore(folder: HeldFolder): void {
  try {
    writeFileSync(folder.at('.gitignore'), '*\n', { flag: 'wx', mode: 0o600 })
  } catch (error) {
    // It is there from before.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}
