import { createHash } from 'node:crypto'

/** A file as it was at one moment of a session. */
export interface FileVersion {
  /** Unique in the session: `<hash of the path>@v2` as the CLI names its copies, or `<tool use>@before` and `<tool use>@after`. */
  name: string
  /** Absolute. Null for a copy of which no line tells the path. */
  path: string | null
  /** Whether the file was there at all. */
  isAbsent: boolean
  /** Null where it was not there, or its copy is gone. */
  sha256: string | null
  bytes: number | null
  /** The message that saved or changed it. */
  messageId: string | null
  /** The call that changed the file, from this state or to it. */
  toolUseId: string | null
  atMs: number | null
}

export function toSha256(content: string | Buffer): string {
  return createHash('sha256').update(content).digest('hex')
}

/** The CLI's name for its copy of a file. */
export function toBackupName(path: string, version: number): string {
  return `${toSha256(path).slice(0, 16)}@v${version}`
}
