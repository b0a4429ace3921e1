import { basename, dirname, isAbsolute, normalize, sep } from 'node:path'
import { type NotOpened, readTail, type TailText } from '@quarterdeck/archive'

/** The folder for temporary files of the CLI, of the user with this number. */
const PLACE = /^claude(-\d+)?$/

/**
 * The end of what a task in the background has written. Where that is was told by a transcript, which anybody may have written: it is
 * read only where the CLI keeps such files, under the task's own name.
 */
export function readTaskOutput(path: string, taskId: string, tailBytes: number): TailText | NotOpened {
  const folder = dirname(path)
  const isOne =
    isAbsolute(path) &&
    normalize(path) === path &&
    basename(path) === `${taskId}.output` &&
    basename(folder) === 'tasks' &&
    folder.split(sep).some((part) => PLACE.test(part))
  if (!isOne) return { kind: 'refused', reason: `'${path.slice(0, 300)}' is not where the CLI keeps output` }
  return readTail(folder, basename(path), tailBytes)
}
