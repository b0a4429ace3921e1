import { statSync } from 'node:fs'
import { basename } from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** In the order they are run. Files of one project follow each other, because only they can share a worker. */
const PROJECTS = ['long', 'unit', 'whole']

/**
 * Files of `tests/` that take longest for their size, longest first. vitest remembers how long each file took, but not in a fresh clone, where a long file that
 * is begun last would leave a core idle. The end of a run names the ten slowest.
 */
export const SLOW: readonly string[] = [
  ...[
    'hub',
    'server-matrix',
    'axe',
    'conversation',
    'server-flags',
    'session-page',
    'socket-faults',
    'driver-lifecycles',
  ],
  ...['mcp-page', 'entries', 'real-cli', 'keeper-faults', 'session-ways', 'tool-views', 'composer', 'page-attacks'],
  ...['prompts-page', 'server-sessions', 'tool-truth', 'doctor', 'driver-examples', 'queue', 'titles', 'keeper-holes'],
  ...['server-places', 'server-restart', 'conformance', 'demo'],
]

interface TestFile {
  project: string
  path: string
  bytes: number
}

/** Of each project the longest file first: the last to end are short, and no core waits for another. */
export default class LongestFirst extends BaseSequencer {
  override async sort(specifications: TestSpecification[]): Promise<TestSpecification[]> {
    return specifications
      .map((specification) => {
        const { project, moduleId: path } = specification
        return { specification, file: { project: project.name, path, bytes: statSync(path).size } }
      })
      .sort((a, b) => compareLength(a.file, b.file))
      .map(({ specification }) => specification)
  }
}

export function compareLength(a: TestFile, b: TestFile): number {
  return PROJECTS.indexOf(a.project) - PROJECTS.indexOf(b.project) || toSlowness(a) - toSlowness(b) || b.bytes - a.bytes
}

function toSlowness({ path }: TestFile): number {
  const index = SLOW.indexOf(basename(path, '.test.ts'))
  return index === -1 ? SLOW.length : index
}
