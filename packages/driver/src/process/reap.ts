import { setTimeout as sleep } from 'node:timers/promises'
import { identifyProcess } from './process-identity.ts'
import { type ListedProcess, listProcesses } from './process-table.ts'
import { signalProcess } from './signal-process.ts'

const CHECK_MS = 20
/** A process that forks faster than it is killed would keep us here for ever. */
const MAX_ROUNDS = 50

/** A process, told from a later one with the same number. */
export type KnownProcess = Pick<ListedProcess, 'pid' | 'identity'>

/** What a process has started, and what that has started, as long as each of them still has its parent. */
export async function findDescendants(pid: number): Promise<KnownProcess[]> {
  const all = await listProcesses()
  const found = new Map<number, KnownProcess>()
  let parents = new Set([pid])
  while (parents.size > 0) {
    const children = all.filter((each) => parents.has(each.parent) && !found.has(each.pid))
    for (const child of children) found.set(child.pid, child)
    parents = new Set(children.map((child) => child.pid))
  }
  return [...found.values()]
}

/**
 * Ends every process whose marker belongs to us, wherever it went: the CLI runs its tools in sessions of their own, so that a
 * signal to its group does not reach them, and init adopts them when it dies. Gives the number of processes that were there.
 */
export async function reapMarked(isOurs: (marker: string) => boolean, graceMs = 200): Promise<number> {
  const find = async () =>
    (await listProcesses()).filter(({ marker, pid }) => marker !== null && pid !== process.pid && isOurs(marker))
  return endAll(find, graceMs)
}

/** Ends the processes that were found before, as far as they are still the same. */
export function endKnown(known: KnownProcess[], graceMs = 200): Promise<number> {
  return endAll(async () => known.filter(isThere), graceMs)
}

/** SIGTERM first, for what has something to tidy up; then SIGKILL until none is left, since one may have started another. */
async function endAll(find: () => Promise<KnownProcess[]>, graceMs: number): Promise<number> {
  const first = await find()
  for (const { pid } of first) signalProcess(pid, 'SIGTERM')
  for (let waited = 0; waited < graceMs && first.some(isThere); waited += CHECK_MS) await sleep(CHECK_MS)
  const ended = new Set(first.map(({ pid }) => pid))
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const left = await find()
    if (left.length === 0) break
    for (const { pid } of left) {
      ended.add(pid)
      signalProcess(pid, 'SIGKILL')
    }
    await sleep(CHECK_MS)
  }
  return ended.size
}

function isThere({ pid, identity }: KnownProcess): boolean {
  return identifyProcess(pid) === identity
}
