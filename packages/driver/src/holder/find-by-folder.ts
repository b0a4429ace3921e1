import { readdir, readFile, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { isProjectFolder } from './held-session.ts'
import type { ProcessView } from './process-view.ts'
import type { RunningProcess } from './running-process.ts'

interface Likely {
  process: RunningProcess
  cwd: string
}

interface WhoIsThere {
  dataDirectory: string
  /** Sessions of which it is known who holds them. */
  taken: ReadonlySet<string>
  /** CLIs that say nothing of their session. */
  anonymous: readonly RunningProcess[]
  processes: ProcessView
}

/** The system tells when it was started to the second, and process times from there. */
const CLOCK_MS = 1000
const EXTENSION = '.jsonl'
const STRAY_BYTES = 256 * 1024

/**
 * A CLI like 2.1.38 leaves no trace of its session but what it writes: its transcript and its debug log. Of the sessions of a folder
 * that were written since such a process began there, as many as there are such processes are theirs: the newest.
 */
export function findByFolder(who: WhoIsThere): (sessionId: string, transcript: string) => Promise<Likely | null> {
  const folders = new Map<string, Promise<Map<string, Likely>>>()
  return async (sessionId, transcript) => {
    if (who.anonymous.length === 0) return null
    const folder = dirname(transcript)
    const known = folders.get(folder) ?? lookInto(folder, who)
    folders.set(folder, known)
    return (await known).get(sessionId) ?? null
  }
}

async function lookInto(folder: string, { dataDirectory, taken, anonymous, processes }: WhoIsThere) {
  const all = await Promise.all(
    anonymous.map(async (process) => ({ process, cwd: await processes.readCwd(process.pid) })),
  )
  const here = all.filter((one): one is Likely => one.cwd !== null && isProjectFolder(basename(folder), one.cwd))
  const held = new Map<string, Likely>()
  if (here.length === 0) return held
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith(EXTENSION))
  const ids = names.map((name) => name.slice(0, -EXTENSION.length).toLowerCase()).filter((id) => !taken.has(id))
  const written = await Promise.all(
    ids.map(async (id) => ({ id, atMs: await readWrittenAt(dataDirectory, folder, id) })),
  )
  const candidates = written
    .sort((one, other) => other.atMs - one.atMs)
    .map(({ id, atMs }) => ({ id, likely: here.find(({ process }) => process.startedAtMs <= atMs + CLOCK_MS) }))
    .filter((one): one is { id: string; likely: Likely } => one.likely !== undefined)
  const areStray = await Promise.all(candidates.map(({ id }) => isStray(join(folder, `${id}${EXTENSION}`))))
  // Strays last, and not never: a session that has just begun looks the same.
  const inOrder = [false, true].flatMap((isLast) => candidates.filter((_, index) => areStray[index] === isLast))
  for (const { id, likely } of inOrder.slice(0, here.length)) held.set(id, likely)
  return held
}

/**
 * Beside the session that it resumes, a CLI like 2.1.38 leaves a file under an id that it never uses: nothing but file snapshots, which
 * name no session. Newer than the session itself for a moment, it would be taken for what the CLI holds.
 */
async function isStray(path: string): Promise<boolean> {
  const size = (await stat(path).catch(() => null))?.size ?? 0
  if (size > STRAY_BYTES) return false
  const lines = (await readFile(path, 'utf8').catch(() => '')).split('\n').filter((line) => line !== '')
  return lines.length > 0 && lines.every((line) => line.startsWith('{"type":"file-history-snapshot"'))
}

async function readWrittenAt(dataDirectory: string, folder: string, id: string): Promise<number> {
  const paths = [join(folder, `${id}${EXTENSION}`), join(dataDirectory, 'debug', `${id}.txt`)]
  const times = await Promise.all(paths.map(async (path) => (await stat(path).catch(() => null))?.mtimeMs ?? 0))
  return Math.max(...times)
}
