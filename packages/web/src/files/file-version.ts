import type { FileVersion } from '@quarterdeck/contract/routes'

export interface ChangedFile {
  /** The path, or the name of a copy that has none. */
  key: string
  path: string | null
  /** Oldest first. */
  versions: FileVersion[]
}

/** The versions of a session by file, the one that changed last first. */
export function toFiles(versions: readonly FileVersion[]): ChangedFile[] {
  const files = new Map<string, ChangedFile>()
  for (const version of versions) {
    const key = version.path ?? version.name
    const file = files.get(key) ?? { key, path: version.path, versions: [] }
    file.versions.push(version)
    files.set(key, file)
  }
  return [...files.values()].sort((one, other) => (toLast(one) < toLast(other) ? 1 : -1))
}

function toLast({ versions }: ChangedFile): string {
  return versions.at(-1)?.timestamp ?? ''
}

/** Reads an address: the path of a file, or the name of one of its versions. */
export function findFile(files: readonly ChangedFile[], named: string): ChangedFile | undefined {
  if (named === '') return files[0]
  return files.find(({ key, versions }) => key === named || versions.some(({ name }) => name === named))
}
