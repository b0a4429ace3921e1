import { readFileSync, rmSync } from 'node:fs'
import { identifyProcess, type ProcessNote } from '@quarterdeck/driver'
import { writePrivateFile } from './private-file.ts'

/** Notes a process on disk, so that a server which comes after us knows that it may still be there. */
export function writeProcessNote(path: string, pid: number): void {
  const identity = identifyProcess(pid)
  if (identity !== null) writePrivateFile(path, JSON.stringify({ pid, identity } satisfies ProcessNote))
}

export function readProcessNote(path: string): ProcessNote | null {
  try {
    const { pid, identity } = JSON.parse(readFileSync(path, 'utf8'))
    return { pid: Number(pid), identity: String(identity) }
  } catch {
    return null
  }
}

export function removeProcessNote(path: string): void {
  rmSync(path, { force: true })
}
