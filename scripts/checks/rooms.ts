import { globSync } from 'node:fs'
import { dirname } from 'node:path'

/** A reader takes in a list of thirty names; beyond that a folder is searched, not read. */
const MOST_FILES = 30

/** Folders of source that hold more files than a reader takes in, tests and styles counted, as a sentence each. */
export function findCrowdedFolders(root: string): string[] {
  const files = globSync('{packages/*/src,scripts,tests,bench,faults}/**/*.*', { cwd: root })
  const counts = new Map<string, number>()
  for (const file of files) counts.set(dirname(file), (counts.get(dirname(file)) ?? 0) + 1)
  return [...counts]
    .filter(([, count]) => count > MOST_FILES)
    .map(
      ([folder, count]) =>
        `${folder} holds ${count} files, and ${MOST_FILES} is the most: cut it into rooms by subject`,
    )
}
