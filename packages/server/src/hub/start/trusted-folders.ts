import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { toAncestors } from '../../ancestors.ts'
import { toRealFolder } from '../../policy/real-folder.ts'
import { writePrivateFile } from '../../private-file.ts'
import { ServerError } from '../../server-error.ts'

/** A trust that has been given and not kept yet. */
export interface TrustGrant {
  /** What was to be done there has begun: from now on the folder is trusted. True when it was not before. */
  keep(): boolean
  /** It came to nothing: the next one is asked again. */
  withdraw(): void
}

/** Folders in which the person allowed code to run: starting the CLI there may run the hooks and servers the folder brings. */
export class TrustedFolders {
  readonly #path: string
  readonly #isTrustedByCli: (folder: string) => boolean
  readonly #folders: Set<string>
  readonly #granted = new Map<string, number>()

  constructor(path: string, isTrustedByCli: (folder: string) => boolean = () => false) {
    this.#path = path
    this.#isTrustedByCli = isTrustedByCli
    this.#folders = new Set(existsSync(path) ? readFolders(path) : [])
  }

  /**
   * As the CLI sees it: what was trusted here or there holds for the folders below, up to the next repository, whose files come from
   * somebody else.
   */
  has(folder: string): boolean {
    return toCovering(folder).some(
      (each) => this.#folders.has(each) || this.#granted.has(each) || this.#isTrustedByCli(each),
    )
  }

  /** Trusts a folder for as long as something is tried there. */
  grant(path: string): TrustGrant {
    const folder = toRealFolder(path) ?? path
    const wasTrusted = this.has(folder)
    this.#granted.set(folder, (this.#granted.get(folder) ?? 0) + 1)
    let isOpen = true
    const end = () => {
      const rest = (this.#granted.get(folder) ?? 1) - 1
      if (isOpen && rest > 0) this.#granted.set(folder, rest)
      else if (isOpen) this.#granted.delete(folder)
      isOpen = false
    }
    return {
      keep: () => {
        if (!wasTrusted) this.#add(folder)
        end()
        return !wasTrusted
      },
      withdraw: end,
    }
  }

  assertTrusted(folder: string): void {
    if (this.has(folder)) return
    throw new ServerError(
      'untrusted_folder',
      `'${folder}' is new here. Claude Code may run what this folder configures: send trust: true if you trust it.`,
      { details: { folder } },
    )
  }

  #add(folder: string): void {
    this.#folders.add(folder)
    writePrivateFile(this.#path, `${JSON.stringify([...this.#folders], null, 2)}\n`)
  }
}

/** The folders whose trust holds for this one: itself and those above it, not beyond the repository it is in. */
function toCovering(folder: string): string[] {
  // Where it really is: a link in a trusted folder may lead anywhere.
  const ancestors = toAncestors(toRealFolder(folder) ?? folder)
  const repository = ancestors.findIndex((each) => existsSync(join(each, '.git')))
  return repository < 0 ? ancestors : ancestors.slice(0, repository + 1)
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
