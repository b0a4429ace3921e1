import { closeSync, readlinkSync } from 'node:fs'
import { basename, join } from 'node:path'
import { readTail, type TailText } from '../../read-tail.ts'
import { listInside, type NotOpened, openInside } from '../../safe-open.ts'
import { isSessionId } from '../session-id.ts'

export interface DebugLog {
  sessionId: string
  bytes: number
  modifiedMs: number
  /** The one that the link `debug/latest` names. */
  isLatest: boolean
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
export function readDebugLog(root: string, sessionId: string, tailBytes = 256 * 1024): TailText | NotOpened {
  if (!isSessionId(sessionId)) return { kind: 'refused', reason: `${JSON.stringify(sessionId)} is no session` }
  return readTail(root, `debug/${sessionId}${EXTENSION}`, tailBytes)
}

/** Only the name in the link counts: where it leads is not followed. */
function readLatest(root: string): string | null {
  try {
    return basename(readlinkSync(join(root, 'debug', 'latest')), EXTENSION)
  } catch {
    return null
  }
}
