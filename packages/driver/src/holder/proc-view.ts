import { closeSync, openSync, readSync } from 'node:fs'
import { readdir, readFile, readlink } from 'node:fs/promises'
import { setImmediate } from 'node:timers/promises'
import type { ProcessView } from './process-view.ts'
import type { RunningProcess } from './running-process.ts'

/** Linux counts process times in hundredths of a second, whatever the kernel's own clock. */
const TICK_MS = 10
/** So many are looked at in one go; then others have their turn. */
const AT_ONCE = 16

/** A process that has just begun may be another program in a moment, or call itself something else. */
const YOUNG_MS = 10_000

/** Later, one that has the same start and name as when it was seen has the same arguments. */
interface Seen extends RunningProcess {
  name: string
  wasYoung: boolean
}

/**
 * The processes of Linux. A server looks every few seconds, and a machine has hundreds: each costs one short read, and its arguments are
 * read once, aside, because a process can make whoever reads them wait.
 */
export class ProcView implements ProcessView {
  readonly #youngMs: number
  #seen = new Map<number, Seen>()

  constructor(youngMs = YOUNG_MS) {
    this.#youngMs = youngMs
  }

  async list(): Promise<RunningProcess[]> {
    const boot = /^btime (\d+)/m.exec(await readFile('/proc/stat', 'utf8'))?.[1]
    const before = this.#seen
    const looking: Promise<Seen | null>[] = []
    for (const pid of await listPids()) {
      looking.push(look(pid, { bootMs: Number(boot) * 1000, youngMs: this.#youngMs }, before.get(pid)))
      if (looking.length % AT_ONCE === 0) await setImmediate()
    }
    const found = (await Promise.all(looking)).filter((one) => one !== null)
    this.#seen = new Map(found.map((one) => [one.pid, one]))
    return found.filter(({ argv }) => argv.length > 0)
  }

  readCwd(pid: number): Promise<string | null> {
    return readlink(`/proc/${pid}/cwd`).catch(() => null)
  }

  async listWriters(path: string): Promise<number[]> {
    const pids = await listPids()
    const areWriting = await Promise.all(pids.map((pid) => isWriting(pid, path)))
    return pids.filter((_, index) => areWriting[index])
  }
}

async function listPids(): Promise<number[]> {
  return (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number)
}

interface Clock {
  bootMs: number
  youngMs: number
}

async function look(pid: number, { bootMs, youngMs }: Clock, seen: Seen | undefined): Promise<Seen | null> {
  try {
    const stat = readStat(pid)
    // The name stands in parentheses and may hold anything; the state is the first field behind it, the start time the 20th.
    const nameEnd = stat.lastIndexOf(')')
    const name = stat.slice(stat.indexOf('('), nameEnd)
    const fields = stat.slice(nameEnd + 2).split(' ')
    const identity = fields[19]
    if (fields[0] === 'Z' || identity === undefined) return null
    const startedAtMs = bootMs + Number(identity) * TICK_MS
    if (seen?.identity === identity && seen.name === name && !seen.wasYoung) return { ...seen, startedAtMs }
    const wasYoung = Date.now() - startedAtMs < youngMs
    const words = (await readFile(`/proc/${pid}/cmdline`, 'utf8')).split('\0').map((word) => word.trim())
    return { pid, identity, startedAtMs, name, argv: words.filter((word) => word !== ''), wasYoung }
  } catch {
    // It ended while we looked.
    return null
  }
}

const memory = Buffer.alloc(4096)

/** It never waits for the process, and is never longer than this. */
function readStat(pid: number): string {
  const descriptor = openSync(`/proc/${pid}/stat`, 'r')
  try {
    return memory.toString('latin1', 0, readSync(descriptor, memory))
  } finally {
    closeSync(descriptor)
  }
}

async function isWriting(pid: number, path: string): Promise<boolean> {
  const names = await readdir(`/proc/${pid}/fd`).catch(() => [])
  for (const name of names) {
    if ((await readlink(`/proc/${pid}/fd/${name}`).catch(() => null)) !== path) continue
    const info = await readFile(`/proc/${pid}/fdinfo/${name}`, 'utf8').catch(() => '')
    const mode = Number.parseInt(/^flags:\s*(\d+)/m.exec(info)?.[1] ?? '0', 8) & 3
    if (mode !== 0) return true
  }
  return false
}
