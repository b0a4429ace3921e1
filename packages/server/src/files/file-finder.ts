import { setTimeout as sleep } from 'node:timers/promises'
import { ProjectFiles } from './project-files.ts'
import { rankPaths } from './rank-paths.ts'

/** People work in a few projects at a time. */
const MOST_PROJECTS = 6
/** Whoever types on within this time sees what was there. */
const FRESH_MS = 1000
/** Then what is known is good enough, and what is new is there with the next letter. */
const PATIENCE_MS = 150
/** For a project that is new here. */
const FIRST_PATIENCE_MS = 1000

interface Known {
  files: ProjectFiles
  refreshing: Promise<void> | null
  refreshedAt: number
}

export interface FoundFiles {
  paths: string[]
  /** Not all files of the project were looked at. */
  isTruncated: boolean
}

/** Finds files of projects by what was typed of their names. */
export class FileFinder {
  readonly #projects = new Map<string, Known>()

  /** The first `count` of a project, which is a real path. */
  async find(project: string, typed: string, count: number): Promise<FoundFiles> {
    const known = this.#open(project)
    const isFirst = known.refreshedAt === 0
    if (performance.now() - known.refreshedAt > FRESH_MS || isFirst) {
      known.refreshing ??= known.files.refresh().finally(() => {
        known.refreshing = null
        known.refreshedAt = performance.now()
      })
      const patience = sleep(isFirst ? FIRST_PATIENCE_MS : PATIENCE_MS, undefined, { ref: false })
      await Promise.race([known.refreshing, patience])
    }
    return { paths: rankPaths(known.files.list, typed, count), isTruncated: known.files.isTruncated }
  }

  #open(project: string): Known {
    const known = this.#projects.get(project) ?? { files: new ProjectFiles(project), refreshing: null, refreshedAt: 0 }
    // The one that was asked for last stands last.
    this.#projects.delete(project)
    this.#projects.set(project, known)
    for (const oldest of this.#projects.keys()) {
      if (this.#projects.size <= MOST_PROJECTS) break
      this.#projects.delete(oldest)
    }
    return known
  }
}
