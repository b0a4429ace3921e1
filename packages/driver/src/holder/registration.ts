import { constants } from 'node:fs'
import { open, readdir, readFile, readlink } from 'node:fs/promises'
import { join } from 'node:path'

/** What a CLI notes about itself while it runs: `sessions/<pid>.json` in its data directory (seen in 2.1.325, not in 2.1.38). */
export interface Registration {
  pid: number
  /** Follows the CLI when `/clear` or `/resume` take it to another session; its arguments do not. */
  sessionId: string
  cwd: string | null
  startedAtMs: number | null
  /** The same as our identity of a process. */
  procStart: string | null
  /** The machine and the pid namespace in which the pid means something. */
  pidDomain: string | null
  version: string | null
  entrypoint: string | null
  status: string | null
  /** When the CLI last wrote the note. */
  notedAtMs: number
}

const LARGEST_BYTES = 64 * 1024
// `<pid>.<hash>.key` beside it holds a secret of that process: it is never opened.
const NOTE = /^\d+\.json$/

/** Every note in the data directory, of processes dead or alive. A folder that is not there has none. */
export async function readRegistrations(dataDirectory: string): Promise<Registration[]> {
  const folder = join(dataDirectory, 'sessions')
  const names = await readdir(folder).catch(() => [])
  const notes = await Promise.all(names.filter((name) => NOTE.test(name)).map((name) => readNote(join(folder, name))))
  return notes.filter((note) => note !== null)
}

async function readNote(path: string): Promise<Registration | null> {
  // A FIFO or a link in the place of the note must neither hang us nor lead elsewhere.
  const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK).catch(() => null)
  if (file === null) return null
  try {
    const stats = await file.stat()
    if (!stats.isFile() || stats.size > LARGEST_BYTES) return null
    return parseRegistration(await file.readFile('utf8'), stats.mtimeMs)
  } catch {
    return null
  } finally {
    await file.close()
  }
}

/** Null for what is no note of this kind, or is being written at this moment. */
export function parseRegistration(text: string, notedAtMs: number): Registration | null {
  let note: unknown
  try {
    note = JSON.parse(text)
  } catch {
    return null
  }
  if (typeof note !== 'object' || note === null) return null
  const { pid, sessionId, startedAt, ...rest } = note as Record<string, unknown>
  if (!Number.isInteger(pid) || (pid as number) < 2 || typeof sessionId !== 'string') return null
  const word = (name: string) => (typeof rest[name] === 'string' ? (rest[name] as string) : null)
  return {
    pid: pid as number,
    sessionId: sessionId.toLowerCase(),
    cwd: word('cwd'),
    startedAtMs: typeof startedAt === 'number' ? startedAt : null,
    procStart: word('procStart'),
    pidDomain: word('pidDomain'),
    version: word('version'),
    entrypoint: word('entrypoint'),
    status: word('status'),
    notedAtMs,
  }
}

/** The CLI's name for where our pids count. Null where we do not know how it names it. */
export async function readPidDomain(): Promise<string | null> {
  if (process.platform !== 'linux') return null
  const machine = await readFile('/etc/machine-id', 'utf8').catch(() => '')
  const namespace = await readlink('/proc/self/ns/pid').catch(() => '')
  return `linux:${machine.trim()}:${namespace}`
}
