import { realpathSync } from 'node:fs'
import { basename, dirname, isAbsolute, join, normalize, sep } from 'node:path'
import { type NotOpened, readTail, type TailText } from '@quarterdeck/archive'

/** The folder for temporary files of the CLI, of the user with this number. */
const PLACE = /^claude(-\d+)?$/

/**
 * The end of what a task in the background has written. Where that is was told by a transcript, which anybody may have written: it is
 * read only where the CLI keeps such files, under the task's own name.
 */
export function readTaskOutput(path: string, taskId: string, tailBytes: number): TailText | NotOpened {
  const isOne = isOutput(path, taskId) && isOutput(withoutLinks(path), taskId)
  if (!isOne) return { kind: 'refused', reason: `'${path.slice(0, 300)}' is not where the CLI keeps output` }
  return readTail(dirname(path), basename(path), tailBytes)
}

function isOutput(path: string, taskId: string): boolean {
  const folder = dirname(path)
  const isIn = basename(folder) === 'tasks' && folder.split(sep).some((part) => PLACE.test(part))
  return isIn && isAbsolute(path) && normalize(path) === path && basename(path) === `${taskId}.output`
}

/** A folder of that name may be a link to any other. */
function withoutLinks(path: string): string {
  try {
    return join(realpathSync(dirname(path)), basename(path))
  } catch {
    // What is not there is told as that, by who reads it.
    return path
  }
}
