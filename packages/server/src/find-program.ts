import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { StartProblem } from './start-problem.ts'

/** A program that was built with the server. */
export function findProgram(file: string): string {
  const found = findBuilt(file)
  if (found === null)
    throw new StartProblem(`'${file}' is missing beside the program. Install Quarterdeck again; in a clone, build it.`)
  return found
}

/** A worker that was built with the server; null where the sources run as they are. */
export function findWorker(file: string): URL | null {
  const found = findBuilt(file)
  return found === null ? null : pathToFileURL(found)
}

/** Beside the bundle, or one above a piece of it. */
function findBuilt(file: string): string | null {
  const folders = [import.meta.dirname, join(import.meta.dirname, '..')]
  return folders.map((folder) => join(folder, file)).find((path) => existsSync(path)) ?? null
}
