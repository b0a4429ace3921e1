import { chmodSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { pricesAsOf } from '@quarterdeck/protocol/pure'
import { ArchiveError } from '../archive-error.ts'
import { INDEX_VERSION, SCHEMA } from './schema.ts'

const FILE_NAME = 'archive.sqlite'
const BUSY_TIMEOUT_MS = 15_000

export type IndexMode = 'write' | 'read'

/**
 * Opens the index in our data folder. A damaged one is set aside, one of another version thrown away, and in both cases an empty
 * one takes its place. For reading alone, null is the answer to all of that.
 */
export function openIndex(folder: string, mode: IndexMode): DatabaseSync | null {
  try {
    return openOrMake(folder, mode)
  } catch (error) {
    throw toIndexError(error)
  }
}

/** What SQLite or the disk said, as an error of ours; all others stay. */
export function toIndexError(error: unknown): unknown {
  const { code, message } = error as NodeJS.ErrnoException
  const isOfIndex = code === 'ERR_SQLITE_ERROR' || /^E[A-Z]+$/.test(code ?? '')
  if (error instanceof ArchiveError || !isOfIndex) return error
  return new ArchiveError('index_failed', `The index cannot be used: ${message}`, { cause: error })
}

function openOrMake(folder: string, mode: IndexMode): DatabaseSync | null {
  const path = join(folder, FILE_NAME)
  if (mode === 'read') return existsSync(path) ? openCurrent(path, mode) : null
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  if (existsSync(path)) {
    const database = openCurrent(path, mode)
    if (database !== null) return database
  }
  const database = connect(path, mode)
  chmodSync(path, 0o600)
  database.exec('BEGIN IMMEDIATE')
  // A second process may have been faster.
  if (readVersion(database) === null) {
    database.exec(SCHEMA)
    database.prepare("INSERT INTO meta VALUES ('version', ?)").run(toVersion())
  }
  database.exec('COMMIT')
  return database
}

/** Null where there is none of this version; what was there is out of the way then. */
function openCurrent(path: string, mode: IndexMode): DatabaseSync | null {
  let database: DatabaseSync | null = null
  try {
    database = connect(path, mode)
    const version = readVersion(database)
    if (version === toVersion()) return database
    database.close()
    if (mode === 'write') for (const part of partsOf(path)) rmSync(part, { force: true })
  } catch (error) {
    if (database?.isOpen) database.close()
    if (!isDamage(error)) throw error
    if (mode === 'write') setAside(path)
  }
  return null
}

/** Out of the way, but kept: whoever wants to know what happened can look. Only the last one is. */
export function setAsideIndex(folder: string): void {
  setAside(join(folder, FILE_NAME))
}

function setAside(path: string): void {
  for (const part of partsOf(path)) if (existsSync(part)) renameSync(part, `${part}.damaged`)
}

/** Whether the file is to blame, and not the question. */
export function isDamage(error: unknown): boolean {
  const { errcode } = ((error as Error).cause ?? error) as { errcode?: number }
  const [corrupt, notADatabase] = [11, 26]
  return errcode !== undefined && [corrupt, notADatabase].includes(errcode & 0xff)
}

function connect(path: string, mode: IndexMode): DatabaseSync {
  const database = new DatabaseSync(path, { readOnly: mode === 'read', timeout: BUSY_TIMEOUT_MS })
  database.exec('PRAGMA cache_size = -16384; PRAGMA temp_store = memory')
  // The disk is not waited for: what a lost power takes from the index is found again in the transcripts, and a damaged one is set aside.
  if (mode === 'write')
    database.exec('PRAGMA journal_mode = wal; PRAGMA synchronous = off; PRAGMA wal_autocheckpoint = 8000')
  return database
}

function readVersion(database: DatabaseSync): string | null {
  const hasMeta = database.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'meta'").get() !== undefined
  if (!hasMeta) return null
  const row = database.prepare("SELECT value FROM meta WHERE key = 'version'").get()
  return typeof row?.value === 'string' ? row.value : null
}

/** The prices are part of what was counted. */
function toVersion(): string {
  return `${INDEX_VERSION} ${pricesAsOf}`
}

function partsOf(path: string): string[] {
  return [path, `${path}-wal`, `${path}-shm`]
}
