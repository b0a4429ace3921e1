import { closeSync, readlinkSync, readSync } from 'node:fs'
import { basename, join } from 'node:path'
import { listInside, type NotOpened, openInside } from '../../safe-open.ts'
import { isSessionId } from '../session-id.ts'

export interface DebugLog {
  sessionId: string
  bytes: number
  modifiedMs: number
  /** The one that the link `debug/latest` names. */
  isLatest: boolean
}

export interface DebugText {
  kind: 'log'
  text: string
  /** Where the text begins; 0 when it is whole. */
  offset: number
  bytes: number
}

const EXTENSION = '.txt'

/** The debug logs, newest first. */
export function listDebugLogs(root: string): DebugLog[] | NotOpened {
  const entries = listInside(root, 'debug')
  if (!Array.isArray(entries)) return entries
  const latest = readLatest(root)
  const ids = entries.flatMap(({ name }) => (name.endsWith(EXTENSION) ? [basename(name, EXTENSION)] : []))
  const logs = ids.filter(isSessionId).flatMap((sessionId) => {
    const file = openInside(root, `debug/${sessionId}${EXTENSION}`)
    if (file.kind !== 'file') return []
    closeSync(file.fd)
    const { size, mtimeMs } = file.stats
    return [{ sessionId, bytes: size, modifiedMs: mtimeMs, isLatest: sessionId === latest }]
  })
  return logs.sort((one, other) => other.modifiedMs - one.modifiedMs)
}

/** The end of a session's log, from the beginning of a line. */
export function readDebugLog(root: string, sessionId: string, tailBytes = 256 * 1024): DebugText | NotOpened {
  if (!isSessionId(sessionId)) return { kind: 'refused', reason: `${JSON.stringify(sessionId)} is no session` }
  const file = openInside(root, `debug/${sessionId}${EXTENSION}`)
  if (file.kind !== 'file') return file
  try {
    const { size } = file.stats
    const from = Math.max(0, size - tailBytes)
    const tail = Buffer.allocUnsafe(size - from)
    const count = readSync(file.fd, tail, 0, tail.length, from)
    const cut = from === 0 ? 0 : tail.subarray(0, count).indexOf(0x0a) + 1
    return { kind: 'log', text: tail.toString('utf8', cut, count), offset: from + cut, bytes: size }
  } catch (error) {
    return { kind: 'unreadable', reason: `The log cannot be read: ${(error as Error).message}` }
  } finally {
    closeSync(file.fd)
  }
}

/** Only the name in the link counts: where it leads is not followed. */
function readLatest(root: string): string | null {
  try {
    return basename(readlinkSync(join(root, 'debug', 'latest')), EXTENSION)
  } catch {
    return null
  }
}
