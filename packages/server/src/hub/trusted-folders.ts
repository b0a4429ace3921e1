import { existsSync, readFileSync } from 'node:fs'
import { writePrivateFile } from '../private-file.ts'

/** Folders in which the person allowed code to run: starting the CLI there may run the hooks and servers the folder brings. */
export class TrustedFolders {
  readonly #path: string
  readonly #folders: Set<string>

  constructor(path: string) {
    this.#path = path
    this.#folders = new Set(existsSync(path) ? readFolders(path) : [])
  }

  has(folder: string): boolean {
    return this.#folders.has(folder)
  }

  add(folder: string): void {
    if (this.#folders.has(folder)) return
    this.#folders.add(folder)
    writePrivateFile(this.#path, `${JSON.stringify([...this.#folders], null, 2)}\n`)
  }
}

/** Unreadable means that nothing is trusted: the person is asked again, and nothing runs meanwhile. */
function readFolders(path: string): string[] {
  try {
    const folders: unknown = JSON.parse(readFileSync(path, 'utf8'))
    return Array.isArray(folders) ? folders.filter((folder) => typeof folder === 'string') : []
  } catch {
    return []
  }
}
