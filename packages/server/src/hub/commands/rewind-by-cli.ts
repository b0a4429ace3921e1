import { lstatSync } from 'node:fs'
import { resolve } from 'node:path'
import { findTarget } from '@quarterdeck/archive'
import { RewindFilesResult } from '@quarterdeck/protocol'
import { ServerError } from '../../server-error.ts'
import type { FileGuard } from './file-guard.ts'

export interface CliRewind {
  /** The real folder of the session. */
  project: string
  guard: FileGuard
  /** Asks the CLI, which writes the files itself. */
  ask(isDryRun: boolean): Promise<Record<string, unknown>>
}

/** The CLI is let write only what it has named in a dry run, once every file of that was judged: it asks nobody. */
export async function rewindByCli(
  { project, guard, ask }: CliRewind,
  isDryRun: boolean,
  facts: object,
): Promise<Record<string, unknown>> {
  const planned = await ask(true)
  const { success, data } = RewindFilesResult.safeParse(planned)
  if (success && !data.canRewind) return planned
  if (!success || data.filesChanged === undefined)
    throw new ServerError('unsupported_by_cli', 'This version of Claude Code does not say which files it would write.')
  const paths = data.filesChanged
  const sensitive = paths.filter((path) => {
    const target = findPlain(project, path, guard)
    if (typeof target !== 'string') return guard.fail(path, target.reason)
    return guard.isSensitive(resolve(project, path), target)
  })
  const unnamed = sensitive.filter((path) => !guard.isConfirmed(path))
  if (unnamed.length > 0) guard.ask(unnamed)
  guard.note({ ...facts, paths, confirmed: sensitive })
  return isDryRun ? planned : ask(false)
}

/** Where a file really is that the CLI would write. */
function findPlain(project: string, path: string, { refuse }: FileGuard): string | { reason: string } {
  try {
    const target = findTarget(project, path, refuse)
    if (typeof target !== 'string') return target
    const found = lstatSync(target, { throwIfNoEntry: false })
    // CLI 2.1.38 writes through links; and what has a second name may be any other file.
    const isPlain = found === undefined || (found.isFile() && found.nlink === 1)
    return isPlain ? target : { reason: `${path} is a link, or has a second name` }
  } catch (error) {
    return { reason: `${path} cannot be judged: ${(error as Error).message}` }
  }
}
