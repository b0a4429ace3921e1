import { setTimeout as sleep } from 'node:timers/promises'
import { signalProcess } from '../process/signal-process.ts'
import { isAlive, readKeeperNote } from './keeper-note.ts'

const CHECK_MS = 50
/** Longer than the ladder by which a keeper ends its CLI. */
const TERM_MS = 8000
const KILL_MS = 2000

/** Ends a keeper that cannot be spoken to: one of another version, or one that hangs. What it leaves, `attachKeeper` puts in order. */
export async function endKeeper(folder: string): Promise<void> {
  const note = readKeeperNote(folder)
  if (note === null || !isAlive(note)) return
  const waitFor = async (limitMs: number) => {
    for (let waited = 0; waited < limitMs && isAlive(note); waited += CHECK_MS) await sleep(CHECK_MS)
  }
  signalProcess(note.pid, 'SIGTERM')
  // One that was suspended would not hear it.
  signalProcess(note.pid, 'SIGCONT')
  await waitFor(TERM_MS)
  if (!isAlive(note)) return
  signalProcess(note.pid, 'SIGKILL')
  await waitFor(KILL_MS)
}
