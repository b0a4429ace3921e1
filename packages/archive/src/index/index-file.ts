import type { DatabaseSync, StatementSync } from 'node:sqlite'
import type { TranscriptFile } from '../sessions/list-transcripts.ts'
import type { SessionFacts } from '../sessions/session-facts.ts'
import type { Counts } from './counter.ts'

/** What the index knows of a transcript. */
export interface IndexedFile {
  id: number
  root: string
  path: string
  sessionId: string | null
  agentId: string | null
  ino: number
  size: number
  mtimeMs: number
  /** Up to these offsets it was counted, and its words were taken. */
  countedTo: number
  wordedTo: number
  facts: SessionFacts
  counts: Partial<Counts>
  /** Ids of the last messages, and the calls that agents work for. */
  ids: string[]
  agentCalls: Record<string, string>
  /** Null until the words were taken. */
  lines: number | null
  damagedLines: number | null
}

const COLUMNS = 'id, root, path, session, agent, ino, size, mtime, counted_to, worded_to, facts, counts, lines, damaged'

export function readIndexedFiles(database: DatabaseSync): IndexedFile[] {
  return database.prepare(`SELECT ${COLUMNS} FROM files`).all().map(toIndexedFile)
}

type Statements = Record<'find' | 'add', StatementSync>
/** A statement costs more to prepare than to run, and there are thousands of files. */
const statements = new WeakMap<DatabaseSync, Statements>()

function statementsOf(database: DatabaseSync): Statements {
  const known = statements.get(database)
  if (known !== undefined) return known
  const made = {
    find: database.prepare(`SELECT ${COLUMNS} FROM files WHERE root = ? AND path = ?`),
    add: database.prepare(
      'INSERT INTO files (root, path, session, agent, ino, size, mtime) VALUES (?, ?, ?, ?, ?, 0, 0)',
    ),
  }
  statements.set(database, made)
  return made
}

export function findIndexedFile(database: DatabaseSync, root: string, path: string): IndexedFile | null {
  const row = statementsOf(database).find.get(root, path)
  return row === undefined ? null : toIndexedFile(row)
}

/** The file's row. Where the file was exchanged or cut short since, all that was known of it is forgotten. */
export function claimFile(database: DatabaseSync, file: TranscriptFile): IndexedFile {
  const known = findIndexedFile(database, file.root, file.path)
  if (known !== null && known.ino === file.ino && known.countedTo <= file.size && known.wordedTo <= file.size)
    return known
  if (known !== null) forgetFile(database, known)
  statementsOf(database).add.run(file.root, file.path, file.sessionId, file.agentId, file.ino)
  return findIndexedFile(database, file.root, file.path) as IndexedFile
}

/** Copies of its session are counted anew: what they share with it may have been counted here. */
export function forgetFile(database: DatabaseSync, file: IndexedFile): void {
  for (const table of ['api_messages', 'tool_calls', 'usage', 'tool_usage', 'forks'])
    database.prepare(`DELETE FROM ${table} WHERE file = ?`).run(file.id)
  const lines = database.prepare('SELECT id FROM lines WHERE file = ?').all(file.id)
  const deleteWords = database.prepare('DELETE FROM words WHERE rowid = ?')
  for (const { id } of lines) deleteWords.run(id as number)
  database.prepare('DELETE FROM lines WHERE file = ?').run(file.id)
  database.prepare('DELETE FROM files WHERE id = ?').run(file.id)
  const { rootUuid } = file.facts
  if (rootUuid === undefined) return
  database
    .prepare("UPDATE files SET counted_to = 0, facts = '{}', counts = '{}' WHERE facts ->> 'rootUuid' = ?")
    .run(rootUuid)
}

type Row = Record<string, unknown>

function toIndexedFile(row: Row): IndexedFile {
  const { ids = [], agentCalls = {}, ...counts } = JSON.parse(row.counts as string)
  return {
    id: row.id as number,
    root: row.root as string,
    path: row.path as string,
    sessionId: row.session as string | null,
    agentId: row.agent as string | null,
    ino: row.ino as number,
    size: row.size as number,
    mtimeMs: row.mtime as number,
    countedTo: row.counted_to as number,
    wordedTo: row.worded_to as number,
    facts: JSON.parse(row.facts as string),
    counts,
    ids,
    agentCalls,
    lines: row.lines as number | null,
    damagedLines: row.damaged as number | null,
  }
}
