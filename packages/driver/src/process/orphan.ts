import { setTimeout as sleep } from 'node:timers/promises'
import { identifyProcess } from './process-identity.ts'
import { signalGroup } from './signal-process.ts'

/** A process as it is noted on disk, to be found again by whoever comes after us. */
export interface ProcessNote {
  pid: number
  identity: string
}

const CHECK_MS = 50
const TERM_MS = 2000
const KILL_MS = 1000

/** Ends a CLI whose host is gone, before another begins on the same session: two would write one transcript. */
export async function endOrphan({ pid, identity }: ProcessNote): Promise<void> {
  const isThere = () => identifyProcess(pid) === identity
  const waitFor = async (limitMs: number) => {
    for (let waited = 0; waited < limitMs && isThere(); waited += CHECK_MS) await sleep(CHECK_MS)
  }
  if (!isThere()) return
  signalGroup(pid, 'SIGTERM')
  await waitFor(TERM_MS)
  // The leader may have gone and left the rest of its group.
  signalGroup(pid, 'SIGKILL')
  await waitFor(KILL_MS)
}
