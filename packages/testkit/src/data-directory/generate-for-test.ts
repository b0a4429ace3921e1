import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { DataDirectoryOptions } from './data-directory-options.ts'
import type { Line } from './oracle/line-facts.ts'
import type { Oracle } from './oracle/oracle.ts'
import { writeDataDirectory } from './write-data-directory.ts'

export interface TestDirectory {
  path: string
  oracle: Oracle
  remove: () => void
}

export const SMALL: DataDirectoryOptions = { seed: 7, sessions: 70, projects: 9, bytes: 7_000_000 }

export async function generateForTest(options: Partial<DataDirectoryOptions> = {}): Promise<TestDirectory> {
  const path = mkdtempSync(join(tmpdir(), 'quarterdeck-data-'))
  const oracle = await writeDataDirectory(path, { ...SMALL, ...options })
  return { path, oracle, remove: () => rmSync(path, { recursive: true }) }
}

/** Of all files, sorted, relative. */
export function listFiles(path: string): string[] {
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(path.length + 1))
    .sort()
}

/** The slow and simple way: the whole file at once, every line parsed. */
export function readWhole(path: string, file: string): { texts: string[]; lines: Line[]; damaged: number } {
  const texts = readFileSync(join(path, file), 'utf8')
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/)
    .filter((text) => text.trim() !== '')
  const lines: Line[] = []
  let damaged = 0
  for (const text of texts) {
    try {
      lines.push(JSON.parse(text) as Line)
    } catch {
      damaged++
    }
  }
  return { texts, lines, damaged }
}

/** Sessions, subagents and sidechains. */
export function listTranscripts(path: string): string[] {
  return listFiles(path).filter((file) => file.startsWith('projects/') && file.endsWith('.jsonl'))
}
