import { isAbsolute, join } from 'node:path'
import { isObject, type JsonObject, toObject, toText } from '../parse-json.ts'
import type { TranscriptLine } from '../transcript-line.ts'
import { toBackupName } from './file-version.ts'

/** A copy that the CLI made of a file before it changed, or its note that there was none. */
export interface Backup {
  name: string
  path: string
  isAbsent: boolean
  messageId: string | null
  atMs: number | null
}

/** The copies that a line names: `file-history-snapshot` all of them, again and again, and `file-history-delta` one. */
export function toBackups(line: TranscriptLine, cwd: string | null): Backup[] {
  if (line.type === 'file-history-delta') {
    const path = toText(line.trackingPath)
    return path === null ? [] : toBackup(path, line.backup, toText(line.messageId), cwd)
  }
  if (line.type !== 'file-history-snapshot') return []
  const { trackedFileBackups, messageId } = toObject(line.snapshot)
  const message = toText(line.messageId) ?? toText(messageId)
  return Object.entries(toObject(trackedFileBackups)).flatMap(([path, backup]) => toBackup(path, backup, message, cwd))
}

function toBackup(trackingPath: string, backup: unknown, messageId: string | null, cwd: string | null): Backup[] {
  if (!isObject(backup) || typeof backup.version !== 'number') return []
  const path = toPath(trackingPath, backup, cwd)
  const file = toText(backup.backupFileName)
  const time = Date.parse(toText(backup.backupTime) ?? '')
  const name = file ?? toBackupName(path, backup.version)
  return [{ name, path, isAbsent: file === null, messageId, atMs: Number.isNaN(time) ? null : time }]
}

/** The CLI tracks paths relative to the folder in which the session began. */
function toPath(trackingPath: string, backup: JsonObject, cwd: string | null): string {
  if (isAbsolute(trackingPath)) return trackingPath
  const folder = toText(backup.realParentDir)
  if (cwd !== null) return join(cwd, trackingPath)
  return folder === null ? trackingPath : join(folder, trackingPath.split('/').at(-1) ?? '')
}
