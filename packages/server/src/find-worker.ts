import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

/** A worker that was bundled: beside the bundle, or one above a piece of it; null where the sources run as they are. */
export function findWorker(file: string): URL | null {
  const folders = [import.meta.dirname, join(import.meta.dirname, '..')]
  const found = folders.map((folder) => join(folder, file)).find((path) => existsSync(path))
  return found === undefined ? null : pathToFileURL(found)
}
