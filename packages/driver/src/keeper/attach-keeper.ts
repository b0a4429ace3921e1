import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { lostWithItsKeeper } from '../engine/exit-info.ts'
import { toKeeperEntry } from '../engine/log-entries.ts'
import { readFacts } from '../engine/read-facts.ts'
import { LogFile } from '../log/log-file.ts'
import { endOrphan } from '../orphan.ts'
import { KeeperLink } from './keeper-link.ts'
import { isAlive, readKeeperNote, removeKeeperNote } from './keeper-note.ts'

/**
 * The link to the keeper of a folder's session; null when there is none. What a keeper that was killed has left behind is put in
 * order first: its CLI ends, and the log says so.
 */
export async function attachKeeper(folder: string): Promise<KeeperLink | null> {
  const note = readKeeperNote(folder)
  if (note !== null && isAlive(note)) return KeeperLink.connect(note.socket)
  if (note !== null) {
    if (note.cli !== undefined) await endOrphan(note.cli)
    rmSync(note.socket, { force: true })
    removeKeeperNote(folder)
  }
  endLostSession(join(folder, 'log.ndjson'))
  return null
}

function endLostSession(path: string): void {
  if (!existsSync(path)) return
  const log = new LogFile(path)
  try {
    if (readFacts(log).isRunning) log.append([toKeeperEntry({ subtype: 'exited', exit: lostWithItsKeeper })], { sync: true })
  } finally {
    log.close()
  }
}
