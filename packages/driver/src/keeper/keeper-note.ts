import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { identifyProcess } from '../process/process-identity.ts'
import { writePrivateFile } from './private-file.ts'

/** How a keeper is found again: written when it is ready, gone when it ends. */
export interface KeeperNote {
  pid: number
  /** When it began, which tells it from a later process of the same number. */
  identity: string
  socket: string
  epoch: string
  /** All ids the session goes by, the newest last. */
  sessionIds: string[]
  /** Names all processes of the session. */
  marker: string
  cli?: { pid: number; identity: string }
}

export function writeKeeperNote(folder: string, note: KeeperNote): void {
  writePrivateFile(toPath(folder), `${JSON.stringify(note)}\n`)
}

/** Null when there is none, or none that can be read. */
export function readKeeperNote(folder: string): KeeperNote | null {
  try {
    const note = JSON.parse(readFileSync(toPath(folder), 'utf8')) as KeeperNote
    return Number.isInteger(note.pid) && typeof note.socket === 'string' ? note : null
  } catch {
    return null
  }
}

export function removeKeeperNote(folder: string): void {
  rmSync(toPath(folder), { force: true })
}

export function isAlive({ pid, identity }: { pid: number; identity: string }): boolean {
  return identifyProcess(pid) === identity
}

function toPath(folder: string): string {
  return join(folder, 'keeper.json')
}
