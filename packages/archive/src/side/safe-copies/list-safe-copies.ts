import { closeSync, readSync } from 'node:fs'
import { listInside, openInside } from '../../safe-open.ts'
import { isSessionId } from '../session-id.ts'
import type { SessionPlace } from '../writes/session-place.ts'
import { LONGEST_HEADER, toFrameSize } from './frame-size.ts'

export interface SafeCopy extends SessionPlace {
  /** Below the folder of kept copies, for `readSafeLines`. */
  file: string
  /** Of the transcript when it was kept. */
  bytes: number | null
  copyBytes: number
  modifiedMs: number
}

const EXTENSION = '.jsonl.zst'

/** The sessions of which there are copies, whether or not the CLI has deleted them meanwhile. */
export function listSafeCopies(safeFolder: string): SafeCopy[] {
  return listNames(safeFolder, 'projects').flatMap((folderName) =>
    listNames(safeFolder, `projects/${folderName}`).flatMap((name) => {
      const sessionId = name.slice(0, -EXTENSION.length)
      if (!name.endsWith(EXTENSION) || !isSessionId(sessionId)) return []
      return readSafeCopy(safeFolder, { folderName, sessionId }) ?? []
    }),
  )
}

/** The copy of one session; null where there is none. */
export function readSafeCopy(safeFolder: string, place: SessionPlace): SafeCopy | null {
  const file = `projects/${place.folderName}/${place.sessionId}${EXTENSION}`
  const opened = openInside(safeFolder, file)
  if (opened.kind !== 'file') return null
  try {
    const header = Buffer.alloc(LONGEST_HEADER)
    const count = readSync(opened.fd, header, 0, header.length, 0)
    const bytes = toFrameSize(header.subarray(0, count))
    return { ...place, file, bytes, copyBytes: opened.stats.size, modifiedMs: opened.stats.mtimeMs }
  } catch {
    return null
  } finally {
    closeSync(opened.fd)
  }
}

function listNames(safeFolder: string, folder: string): string[] {
  const entries = listInside(safeFolder, folder)
  return Array.isArray(entries) ? entries.map(({ name }) => name) : []
}
