import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Archive, type ArchiveOptions } from '@quarterdeck/archive'

/** The archive of some data directories of the CLI, with its index in our own. */
export function openArchive(options: {
  directories: readonly string[]
  data: string
  mode: ArchiveOptions['mode']
}): Archive {
  const { directories, data, mode } = options
  const workerUrl = findWorker()
  return new Archive({ directories, data: join(data, 'index'), mode, ...(workerUrl && { workerUrl }) })
}

/** Beside the bundle, or one above a piece of it; none where the sources run as they are. */
function findWorker(): URL | null {
  const folders = [import.meta.dirname, join(import.meta.dirname, '..')]
  const found = folders.map((folder) => join(folder, 'archive-worker.js')).find((path) => existsSync(path))
  return found === undefined ? null : pathToFileURL(found)
}
