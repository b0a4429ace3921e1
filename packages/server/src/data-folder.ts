import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { identifyProcess } from '@quarterdeck/driver'
import { isMarked, migrateData } from './data-version.ts'
import { makePrivateFolder } from './private-file.ts'
import { StartProblem } from './start-problem.ts'

/** What stood in a data directory before `version.json` named the product. New files need no entry here. */
const NAMES: ReadonlySet<string> = new Set([
  ...['server.json', 'config.json', 'version.json', 'lock', 'open.html', 'sessions', 'demo', 'trusted-folders.json'],
  ...['devices.json', 'audit.ndjson', 'audit.ndjson.last', 'push', 'preferences.json', 'bridge.key'],
  ...['index', 'archive', 'uploads', 'read-marks.json', 'receipts.ndjson', 'prompts.jsonl', 'logs'],
])

/** Makes the folder ours, for this server alone. Returns the function that gives it back. */
export function takeDataFolder(folder: string): () => void {
  try {
    assertOurs(folder)
    makePrivateFolder(folder)
    const giveBack = takeLock(folder)
    try {
      migrateData(folder)
    } catch (error) {
      giveBack()
      throw error
    }
    return giveBack
  } catch (error) {
    if (error instanceof StartProblem) throw error
    throw new StartProblem(
      `The data directory '${folder}' cannot be used: ${(error as Error).message}. Choose another with --data DIR.`,
    )
  }
}

/** A folder of somebody else's would be locked for everyone but us. */
function assertOurs(folder: string): void {
  if (!existsSync(folder)) return
  if (!statSync(folder).isDirectory()) throw new StartProblem(`'${folder}' is a file. Name a folder with --data DIR.`)
  if (!isMarked(folder) && !readdirSync(folder).every(isOurs))
    throw new StartProblem(
      `'${folder}' holds other things than Quarterdeck's. Name an empty or a new folder with --data DIR.`,
    )
}

/** Also what a write or a lock that was cut short leaves, and what was damaged and put aside. */
function isOurs(name: string): boolean {
  return NAMES.has(name.replace(/(\.damaged|(\.\d+)*(\.tmp)?)$/, ''))
}

/** `mkdir` succeeds for one of two that try at once; the identity tells a holder that was killed from one that runs. */
function takeLock(folder: string): () => void {
  const lock = join(folder, 'lock')
  const holder = join(lock, 'holder.json')
  try {
    mkdirSync(lock, { mode: 0o700 })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    refuseIfHeld(folder, holder)
    const gone = `${lock}.${process.pid}`
    renameSync(lock, gone)
    rmSync(gone, { recursive: true, force: true })
    return takeLock(folder)
  }
  writeFileSync(holder, JSON.stringify({ pid: process.pid, identity: identifyProcess(process.pid) }), { mode: 0o600 })
  return () => rmSync(lock, { recursive: true, force: true })
}

/** A note beside the lock: whoever ends the server ends its sessions too. It goes with the lock. */
export function toEndMark(folder: string): string {
  return join(folder, 'lock', 'ends-all')
}

/** Whether a server that runs has the folder. */
export function isHeld(folder: string): boolean {
  const { pid, identity } = readHolder(join(folder, 'lock', 'holder.json'))
  return identity !== null && identifyProcess(pid) === identity
}

function refuseIfHeld(folder: string, holder: string): void {
  if (!isHeld(folder)) return
  const { pid } = readHolder(holder)
  const url = readUrl(join(folder, 'server.json'), pid)
  throw new StartProblem(
    `Quarterdeck runs already with the data directory '${folder}' (process ${pid})${url}. 'quarterdeck pair' gives a link to it; stop it, or choose another with --data DIR.`,
  )
}

/** Whoever starts it twice has often lost its link. */
function readUrl(path: string, pid: number): string {
  try {
    const { url, pid: ofServer } = JSON.parse(readFileSync(path, 'utf8'))
    return ofServer === pid ? `, at ${url}` : ''
  } catch {
    return ''
  }
}

function readHolder(path: string): { pid: number; identity: string | null } {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    return { pid: 0, identity: null }
  }
}
