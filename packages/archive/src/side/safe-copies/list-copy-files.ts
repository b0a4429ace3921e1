import { toSessionPaths } from '../writes/session-place.ts'
import { listDeep } from './list-deep.ts'
import type { SafeCopy } from './list-safe-copies.ts'

const PACKED = '.zst'

/** All files of a session's copy, by their paths in the folder of copies; the transcript last, so that who finds it finds the rest. */
export function listCopyFiles(
  safeFolder: string,
  copy: SafeCopy,
  /** Those of all sessions, for who asks for many. */
  todos: readonly string[] = listDeep(safeFolder, 'todos'),
): string[] {
  const { sessionId } = copy
  const paths = toSessionPaths(copy)
  const folders = [...(paths === null ? [] : [paths.folder]), `file-history/${sessionId}`, `tasks/${sessionId}`]
  const beside = [
    ...folders.flatMap((folder) => listDeep(safeFolder, folder)),
    ...todos.filter((file) => file.startsWith(`todos/${sessionId}-agent-`)),
  ]
  return [...beside.filter((file) => file.endsWith(PACKED)), copy.file]
}
