import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { writePrivateFile } from './private-file.ts'
import { StartProblem } from './start-problem.ts'

/** Brings a data directory from the version before to its own. Run again after a kill in the middle, it must come to the same end. */
export interface Migration {
  to: number
  run(folder: string): void
}

/** In their order; the last one is the version that this program writes. */
export const MIGRATIONS: readonly Migration[] = [
  // Before there were devices, nothing said which version it was, and nothing of it has changed.
  { to: 1, run: () => undefined },
]

const FILE = 'version.json'
const PRODUCT = 'quarterdeck'

/** Brings the data directory to our version; a newer one than we know is left alone. */
export function migrateData(folder: string, migrations: readonly Migration[] = MIGRATIONS): void {
  const newest = migrations.at(-1)?.to ?? 0
  const found = readVersion(folder, newest)
  if (found > newest)
    throw new StartProblem(
      `The data directory '${folder}' is of a newer Quarterdeck (its version is ${found}, this one knows ${newest}). Update, or choose another with --data DIR.`,
    )
  for (const { to, run } of migrations.filter((migration) => migration.to > found)) {
    run(folder)
    writeVersion(folder, to)
  }
  if (!isMarked(folder)) writeVersion(folder, newest)
}

/** Whether the folder says itself that it is Quarterdeck's: then it may hold files of any name, those of later versions too. */
export function isMarked(folder: string): boolean {
  const path = join(folder, FILE)
  if (!existsSync(path)) return false
  try {
    return (JSON.parse(readFileSync(path, 'utf8')) as { product?: unknown } | null)?.product === PRODUCT
  } catch {
    // A file that is damaged is told by migrateData, with what it should be like.
    return false
  }
}

function writeVersion(folder: string, version: number): void {
  writePrivateFile(join(folder, FILE), `${JSON.stringify({ product: PRODUCT, version })}\n`)
}

function readVersion(folder: string, newest: number): number {
  const path = join(folder, FILE)
  // The lock is there in any case.
  if (!existsSync(path)) return readdirSync(folder).every((name) => name === 'lock') ? newest : 0
  try {
    const { version } = JSON.parse(readFileSync(path, 'utf8')) as { version: unknown }
    if (Number.isInteger(version) && (version as number) >= 0) return version as number
  } catch {
    // Said below, as for any other content that is none.
  }
  throw new StartProblem(
    `'${path}' does not say which version the data is of. It should be like {"version":${newest}}.`,
  )
}
