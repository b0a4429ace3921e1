import { statSync } from 'node:fs'
import { isAtLeast, OLDEST_TESTED } from './cli-version.ts'
import type { Cli } from './find-cli.ts'
import { LATER } from './launch-table.ts'
import { readCliWords } from './read-cli-words.ts'

const known = new Map<string, Promise<string[]>>()

/**
 * The flags of a CLI that lies between those we know, read from its program once for each file as it is. Null where the version
 * says enough, or the file is a wrapper that names none: a flag that a CLI does not know ends it at once.
 */
export async function readCliFlags({ path }: Cli, version: string): Promise<string[] | null> {
  if (version === OLDEST_TESTED || !isAtLeast(version, OLDEST_TESTED) || isAtLeast(version, LATER)) return null
  const stat = statSync(path, { throwIfNoEntry: false })
  const key = `${path}\n${stat?.mtimeMs}\n${stat?.size}`
  const asked = known.get(key) ?? readCliWords(path).then(({ flags }) => [...flags])
  known.set(key, asked)
  asked.catch(() => known.delete(key))
  const flags = await asked.catch((): string[] => [])
  return flags.includes('--resume') ? flags : null
}
