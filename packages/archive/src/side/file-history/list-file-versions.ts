import { listInside, readInside } from '../../safe-open.ts'
import { toText } from '../parse-json.ts'
import { isSessionId } from '../session-id.ts'
import type { TranscriptLine, TranscriptLines } from '../transcript-line.ts'
import { type Backup, toBackups } from './collect-backups.ts'
import { type FileChange, toFileChange } from './file-change.ts'
import { type FileVersion, toSha256 } from './file-version.ts'

/** What the CLI copies is source text; a copy larger than this is listed without its hash. */
export const LARGEST_VERSION_BYTES = 64 * 1024 * 1024

/**
 * Every version of every file that a session touched, oldest first: the copies in `file-history/` that its lines name, those that
 * no line names, and what its tools reported. Where two follow each other with the same content, one is listed.
 */
export async function listFileVersions(
  root: string,
  sessionId: string,
  lines: TranscriptLines,
): Promise<FileVersion[]> {
  if (!isSessionId(sessionId)) return []
  const backups = new Map<string, Backup>()
  const versions: FileVersion[] = []
  let cwd: string | null = null
  const early: TranscriptLine[] = []
  const take = (found: Backup[]) => {
    for (const backup of found) if (!backups.has(backup.name)) backups.set(backup.name, backup)
  }
  for await (const line of lines) {
    if (cwd === null) {
      cwd = toText(line.cwd)
      // The first snapshot stands before the first line that names the folder.
      if (cwd === null && String(line.type).startsWith('file-history')) early.push(line)
      if (cwd !== null) for (const one of early.splice(0)) take(toBackups(one, cwd))
    }
    take(cwd === null ? [] : toBackups(line, cwd))
    const change = toFileChange(line)
    if (change !== null) versions.push(...fromChange(change))
  }
  for (const one of early) take(toBackups(one, null))
  const named = [...backups.values()].map((backup) => fromBackup(root, sessionId, backup))
  const orphans = listCopies(root, sessionId).filter((name) => !backups.has(name))
  return [...orphans.map((name) => fromOrphan(root, sessionId, name)), ...mergeEqual([...named, ...versions])]
}

/** The names of the copies that are there. */
function listCopies(root: string, sessionId: string): string[] {
  const entries = listInside(root, `file-history/${sessionId}`)
  if (!Array.isArray(entries)) return []
  return entries.filter((entry) => entry.isFile() && isCopyName(entry.name)).map(({ name }) => name)
}

export function isCopyName(name: string): boolean {
  return /^[0-9a-f]{4,64}@v\d{1,9}$/.test(name)
}

function fromBackup(root: string, sessionId: string, { name, path, isAbsent, messageId, atMs }: Backup): FileVersion {
  const found = isAbsent || !isCopyName(name) ? null : readCopy(root, sessionId, name)
  return { name, path, isAbsent, messageId, toolUseId: null, atMs, ...toFacts(found) }
}

function fromOrphan(root: string, sessionId: string, name: string): FileVersion {
  const facts = toFacts(readCopy(root, sessionId, name))
  return { name, path: null, isAbsent: false, messageId: null, toolUseId: null, atMs: null, ...facts }
}

function readCopy(root: string, sessionId: string, name: string): Buffer | null {
  const content = readInside(root, `file-history/${sessionId}/${name}`, LARGEST_VERSION_BYTES)
  return Buffer.isBuffer(content) ? content : null
}

function toFacts(content: Buffer | string | null): Pick<FileVersion, 'sha256' | 'bytes'> {
  if (content === null) return { sha256: null, bytes: null }
  return { sha256: toSha256(content), bytes: Buffer.byteLength(content) }
}

function fromChange({ path, toolUseId, messageId, atMs, before, after }: FileChange): FileVersion[] {
  const states = [
    { name: `${toolUseId}@before`, content: before },
    { name: `${toolUseId}@after`, content: after },
  ]
  return states.flatMap(({ name, content }) =>
    content === undefined
      ? []
      : [{ name, path, isAbsent: content === null, messageId, toolUseId, atMs, ...toFacts(content) }],
  )
}

/** In the order of time, without what only repeats the version before it. */
function mergeEqual(versions: FileVersion[]): FileVersion[] {
  const sorted = versions.toSorted((one, other) => (one.atMs ?? 0) - (other.atMs ?? 0))
  const newest = new Map<string | null, FileVersion>()
  return sorted.filter((version) => {
    const last = newest.get(version.path)
    const isKnown = version.isAbsent || version.sha256 !== null
    const isSame = last !== undefined && last.isAbsent === version.isAbsent && last.sha256 === version.sha256
    if (isKnown) newest.set(version.path, version)
    return !(isKnown && isSame)
  })
}
