import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { toKeeperEntry } from '../engine/log-entries.ts'
import { lostWithItsKeeper } from '../engine/lost-with-its-keeper.ts'
import { readFacts } from '../engine/read-facts.ts'
import { LogFile } from '../log/log-file.ts'
import { endOrphan } from '../orphan.ts'
import { reapMarked } from '../reap.ts'
import { KeeperLink } from './keeper-link.ts'
import { isAlive, type KeeperNote, readKeeperNote, removeKeeperNote } from './keeper-note.ts'

const CHECK_MS = 50
const ENDING_MS = 5000

/**
 * The link to the keeper of a folder's session; null when there is none. What a keeper that was killed has left behind is put in
 * order first: its CLI ends, and the log says so.
 */
export async function attachKeeper(folder: string): Promise<KeeperLink | null> {
  const note = readKeeperNote(folder)
  if (note !== null) {
    const link = await connect(note)
    if (link !== null) return link
    if (note.cli !== undefined) await endOrphan(note.cli)
    await reapMarked((marker) => marker === note.marker)
    rmSync(note.socket, { force: true })
    removeKeeperNote(folder)
  }
  endLostSession(join(folder, 'log.ndjson'))
  return null
}

/** Null when it has ended, or ends while we knock. */
async function connect(note: KeeperNote): Promise<KeeperLink | null> {
  if (!isAlive(note)) return null
  try {
    return await KeeperLink.connect(note.socket)
  } catch (error) {
    for (let waited = 0; waited < ENDING_MS; waited += CHECK_MS) {
      if (!isAlive(note)) return null
      await sleep(CHECK_MS)
    }
    throw error
  }
}

function endLostSession(path: string): void {
  if (!existsSync(path)) return
  const log = new LogFile(path)
  try {
    if (readFacts(log).isRunning)
      log.append([toKeeperEntry({ subtype: 'exited', exit: lostWithItsKeeper })], { sync: true })
  } finally {
    log.close()
  }
}
