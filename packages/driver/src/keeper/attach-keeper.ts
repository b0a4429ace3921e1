import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { DriverError } from '../driver-error.ts'
import { toEndEntries } from '../engine/facts/log-entries.ts'
import { readFacts } from '../engine/facts/read-facts.ts'
import { lostWithItsKeeper } from '../engine/lost-with-its-keeper.ts'
import { LogFile } from '../log/log-file.ts'
import { endOrphan } from '../process/orphan.ts'
import { reapMarked } from '../process/reap.ts'
import { signalProcess } from '../process/signal-process.ts'
import { claimFolder } from './folder-claim.ts'
import { KeeperLink } from './keeper-link.ts'
import { isAlive, type KeeperNote, readKeeperNote, removeKeeperNote } from './keeper-note.ts'

const CHECK_MS = 50
/** How long a keeper may take to begin, to end, or to be found again. */
const KNOCK_MS = 5000

/**
 * The link to the keeper of a folder's session; null when there is none. What a keeper that was killed has left behind is put in
 * order first: its CLI ends, and the log says so. Throws when there is a keeper that cannot be spoken to.
 */
export async function attachKeeper(folder: string): Promise<KeeperLink | null> {
  const limit = Date.now() + KNOCK_MS
  for (let isFirst = true; ; isFirst = false) {
    const note = readKeeperNote(folder)
    if (note === null) {
      if (putInOrder(folder)) return null
    } else if (!isAlive(note)) {
      await clearAway(folder, note)
      continue
    } else {
      const found = await knock(note)
      if (found instanceof KeeperLink) return found
      if (found.code === 'keeper_version' || Date.now() > limit) throw found
      // Its address may have been removed under it, by who tidies up /tmp: it then makes another.
      if (isFirst && isAlive(note)) signalProcess(note.pid, 'SIGUSR2')
    }
    if (Date.now() > limit)
      throw new DriverError('keeper_lost', `The session in '${folder}' is being started or ended by another process.`)
    await sleep(CHECK_MS)
  }
}

async function knock(note: KeeperNote): Promise<KeeperLink | DriverError> {
  try {
    return await KeeperLink.connect(note.socket)
  } catch (error) {
    if (error instanceof DriverError) return error
    throw error
  }
}

async function clearAway(folder: string, note: KeeperNote): Promise<void> {
  if (note.cli !== undefined) await endOrphan(note.cli)
  await reapMarked((marker) => marker === note.marker)
  const claim = claimFolder(folder)
  if (claim.kind === 'held') return
  // Another may have done so meanwhile, and have started the next keeper.
  if (readKeeperNote(folder)?.pid === note.pid) {
    rmSync(note.socket, { force: true })
    removeKeeperNote(folder)
  }
  claim.release()
}

/** False while a process writes the log: a keeper that begins or ends. */
function putInOrder(folder: string): boolean {
  const path = join(folder, 'log.ndjson')
  if (!existsSync(path)) return true
  const claim = claimFolder(folder)
  if (claim.kind === 'held') return false
  try {
    endLostSession(path)
  } finally {
    claim.release()
  }
  return true
}

function endLostSession(path: string): void {
  const log = new LogFile(path)
  try {
    const { isRunning, queue } = readFacts(log)
    if (isRunning) log.append(toEndEntries(lostWithItsKeeper, queue), { sync: true })
  } finally {
    log.close()
  }
}
