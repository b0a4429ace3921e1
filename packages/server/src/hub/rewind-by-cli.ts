import { lstatSync } from 'node:fs'
import { findTarget } from '@quarterdeck/archive'
import { RewindFilesResult } from '@quarterdeck/protocol'
import { ServerError } from '../server-error.ts'
import type { FileGuard } from './file-guard.ts'

export interface CliRewind {
  /** The real folder of the session. */
  project: string
  guard: FileGuard
  /** Asks the CLI, which writes the files itself. */
  ask(isDryRun: boolean): Promise<unknown>
}

/** The CLI is let write only what it has named in a dry run, once every file of that was judged: it asks nobody. */
export async function rewindByCli(
  { project, guard, ask }: CliRewind,
  isDryRun: boolean,
  facts: object,
): Promise<unknown> {
  const planned = await ask(true)
  const { success, data } = RewindFilesResult.safeParse(planned)
  if (success && !data.canRewind) return planned
  if (!success || data.filesChanged === undefined)
    throw new ServerError('unsupported_by_cli', 'This version of Claude Code does not say which files it would write.')
  const paths = data.filesChanged
  for (const path of paths) {
    const reason = findReason(project, path, guard)
    if (reason !== null) guard.fail(path, reason)
  }
  const sensitive = paths.filter((path) => guard.isSensitive(path))
  const unnamed = sensitive.filter((path) => !guard.isConfirmed(path))
  if (unnamed.length > 0) guard.ask(unnamed)
  guard.note({ ...facts, paths, confirmed: sensitive })
  return isDryRun ? planned : ask(false)
}

function findReason(project: string, path: string, { refuse }: FileGuard): string | null {
  try {
    const target = findTarget(project, path, refuse)
    if (typeof target !== 'string') return target.reason
    const found = lstatSync(target, { throwIfNoEntry: false })
    // CLI 2.1.38 writes through links; and what has a second name may be any other file.
    const isPlain = found === undefined || (found.isFile() && found.nlink === 1)
    return isPlain ? null : `${path} is a link, or has a second name`
  } catch (error) {
    return `${path} cannot be judged: ${(error as Error).message}`
  }
}
