import { join } from 'node:path'
import { Archive, type ArchiveOptions, type UpkeepOptions } from '@quarterdeck/archive'
import { findWorker } from './find-program.ts'
import { toPromptsFile } from './hub/commands/sent-prompts.ts'

/** The archive of some data directories of the CLI, with its index in our own. */
export function openArchive(options: {
  directories: readonly string[]
  data: string
  mode: ArchiveOptions['mode']
  /** Who only reads needs none, and nothing is written then. */
  isHeld?: UpkeepOptions['isHeld']
  /** Without it nothing is copied by itself. */
  maxCopyBytes?: NonNullable<UpkeepOptions['maxCopyBytes']>
}): Archive {
  const { directories, data, mode, isHeld = async () => true, maxCopyBytes } = options
  const workerUrl = findWorker('archive-worker.js')
  const upkeep = { folder: join(data, 'archive'), isHeld, ...(maxCopyBytes && { maxCopyBytes }) }
  const ownPrompts = toPromptsFile(data)
  return new Archive({
    directories,
    data: join(data, 'index'),
    ownPrompts,
    mode,
    upkeep,
    ...(workerUrl && { workerUrl }),
  })
}
