import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Archive, type ArchiveOptions, type UpkeepOptions } from '@quarterdeck/archive'

/** The archive of some data directories of the CLI, with its index in our own. */
export function openArchive(options: {
  directories: readonly string[]
  data: string
  mode: ArchiveOptions['mode']
  /** Who only reads needs none, and nothing is written then. */
  isHeld?: UpkeepOptions['isHeld']
}): Archive {
  const { directories, data, mode, isHeld = async () => true } = options
  const workerUrl = findWorker()
  const upkeep = { folder: join(data, 'archive'), isHeld }
  return new Archive({ directories, data: join(data, 'index'), mode, upkeep, ...(workerUrl && { workerUrl }) })
}

/** Beside the bundle, or one above a piece of it; none where the sources run as they are. */
function findWorker(): URL | null {
  const folders = [import.meta.dirname, join(import.meta.dirname, '..')]
  const found = folders.map((folder) => join(folder, 'archive-worker.js')).find((path) => existsSync(path))
  return found === undefined ? null : pathToFileURL(found)
}
