import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readdir, readFile, stat } from 'node:fs/promises'
import { promisify } from 'node:util'
import { SESSION_MARKER } from '../cli/child-env.ts'

export interface ListedProcess {
  pid: number
  /** As `identifyProcess` gives it. */
  identity: string
  parent: number
  /** The value of `QUARTERDECK_SESSION` in the environment it was started with; null without one. */
  marker: string | null
}

/** Each takes a file descriptor or two, of which a busy server has none to spare. */
const AT_ONCE = 16

/** Every process of this user that has not ended. None where the system does not tell. */
export async function listProcesses(): Promise<ListedProcess[]> {
  try {
    return existsSync('/proc/self/environ') ? await readProc() : await askPs()
  } catch {
    return []
  }
}

async function readProc(): Promise<ListedProcess[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const found: ListedProcess[] = []
  for (let at = 0; at < pids.length; at += AT_ONCE)
    found.push(...(await Promise.all(pids.slice(at, at + AT_ONCE).map(readOne))).flat())
  return found
}

async function readOne(pid: string): Promise<ListedProcess[]> {
  try {
    const folder = `/proc/${pid}`
    if ((await stat(folder)).uid !== process.getuid?.()) return []
    const text = await readFile(`${folder}/stat`, 'utf8')
    // The name stands in parentheses and may hold anything.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
    const [state = '', parent] = fields
    if (/[ZX]/.test(state)) return []
    const marker = findMarker(await readFile(`${folder}/environ`, 'utf8'), '\0')
    return [{ pid: Number(pid), identity: fields[19] ?? '', parent: Number(parent), marker }]
  } catch {
    // It has ended since, or is one that we may not look at (and could not signal either).
    return []
  }
}

/** macOS: `-E` shows the environment behind the command, of the user's own processes only. */
async function askPs(): Promise<ListedProcess[]> {
  // One -o for each column: by POSIX, all that stands behind the first = is the heading of that column.
  const columns = ['pid=', 'ppid=', 'stat=', 'lstart=', 'command='].flatMap((column) => ['-o', column])
  const args = ['-U', String(process.getuid?.()), '-E', '-ww', ...columns]
  const env = { ...process.env, LC_ALL: 'C', TZ: 'UTC' }
  const { stdout } = await promisify(execFile)('ps', args, { maxBuffer: 64 * 1024 * 1024, env })
  return parsePs(stdout)
}

export function parsePs(text: string): ListedProcess[] {
  return text.split('\n').flatMap((line) => {
    const [, pid, parent, state, identity, rest] =
      /^\s*(\d+)\s+(\d+)\s+(\S+)\s+(\w{3} .{15} \d{4})\s(.*)$/.exec(line) ?? []
    if (pid === undefined || identity === undefined || state?.startsWith('Z')) return []
    return [{ pid: Number(pid), identity, parent: Number(parent), marker: findMarker(rest ?? '', ' ') }]
  })
}

function findMarker(environ: string, between: string): string | null {
  const prefix = `${SESSION_MARKER}=`
  const found = environ.split(between).find((each) => each.startsWith(prefix))
  return found?.slice(prefix.length) ?? null
}
