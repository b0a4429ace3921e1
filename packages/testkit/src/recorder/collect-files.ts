import { statSync } from 'node:fs'
import type { ScenarioCli } from '../scenario-runner/scenario-cli.ts'
import { type Cleaner, cleanLine } from './clean-value.ts'
import { withoutMachine } from './machine.ts'

/** A file that a run left, line by line; `cut` says how much was left out of which line. */
export interface RecordedFile {
  path: string
  lines: string[]
  cut?: Record<string, number>
}

/** What a host reads, without the caches, logs and snapshots that stand beside it. */
const KEPT = [
  '.claude/projects/**/*',
  '.claude/todos/**/*',
  '.claude/tasks/**/*',
  '.claude/plans/**/*',
  '.claude/file-history/**/*',
  '.claude/settings*.json',
  'project/.claude/settings*.json',
]

export function collectFiles({ home }: ScenarioCli, cleaner: Cleaner): RecordedFile[] {
  const paths = KEPT.flatMap((pattern) => home.list(pattern)).filter((path) => statSync(home.path(path)).isFile())
  return paths.map((path) => cleanFile(withoutMachine(path, cleaner.machine), home.read(path), cleaner))
}

function cleanFile(path: string, text: string, cleaner: Cleaner): RecordedFile {
  // A file that is one JSON value over several lines, such as settings, holds our own words and nothing to blank.
  const cleaned = text.split('\n').map((line) => cleanLine(line, cleaner))
  const cut = Object.fromEntries(cleaned.flatMap((line, index) => (line.cut > 0 ? [[String(index), line.cut]] : [])))
  return { path, lines: cleaned.map(({ line }) => line), ...(Object.keys(cut).length > 0 ? { cut } : {}) }
}
