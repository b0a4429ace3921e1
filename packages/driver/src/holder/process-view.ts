import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readdir, readFile, readlink } from 'node:fs/promises'
import { promisify } from 'node:util'
import { parseCwd, parseProcess, parseWriters } from './ps-output.ts'
import type { RunningProcess } from './running-process.ts'

/** How to look at the processes of this machine. */
export interface ProcessView {
  list(): Promise<RunningProcess[]>
  readCwd(pid: number): Promise<string | null>
  /** The processes that have the file open for writing. */
  listWriters(path: string): Promise<number[]>
}

export function openProcessView(): ProcessView {
  return existsSync('/proc/self/stat') ? procView : psView
}

const run = promisify(execFile)
/** Linux counts process times in hundredths of a second, whatever the kernel's own clock. */
const TICK_MS = 10

const procView: ProcessView = {
  async list() {
    const boot = /^btime (\d+)/m.exec(await readFile('/proc/stat', 'utf8'))?.[1]
    const names = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
    const found = await Promise.all(names.map((name) => readProc(Number(name), Number(boot) * 1000)))
    return found.filter((one) => one !== null)
  },
  readCwd: (pid) => readlink(`/proc/${pid}/cwd`).catch(() => null),
  async listWriters(path) {
    const names = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
    const found = await Promise.all(names.map(async (name) => ((await isWriting(name, path)) ? [Number(name)] : [])))
    return found.flat()
  },
}

async function readProc(pid: number, bootMs: number): Promise<RunningProcess | null> {
  try {
    const [stat, command] = await Promise.all([
      readFile(`/proc/${pid}/stat`, 'utf8'),
      readFile(`/proc/${pid}/cmdline`, 'utf8'),
    ])
    // The name stands in parentheses and may hold anything; the state is the first field behind it, the start time the 20th.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    const identity = fields[19]
    const argv = command
      .split('\0')
      .map((word) => word.trim())
      .filter((word) => word !== '')
    if (fields[0] === 'Z' || identity === undefined || argv.length === 0) return null
    return { pid, identity, startedAtMs: bootMs + Number(identity) * TICK_MS, argv }
  } catch {
    // It ended while we looked.
    return null
  }
}

async function isWriting(pid: string, path: string): Promise<boolean> {
  const names = await readdir(`/proc/${pid}/fd`).catch(() => [])
  for (const name of names) {
    if ((await readlink(`/proc/${pid}/fd/${name}`).catch(() => null)) !== path) continue
    const info = await readFile(`/proc/${pid}/fdinfo/${name}`, 'utf8').catch(() => '')
    const mode = Number.parseInt(/^flags:\s*(\d+)/m.exec(info)?.[1] ?? '0', 8) & 3
    if (mode !== 0) return true
  }
  return false
}

// The CLI notes the start of a process in these words, and so we ask for the same.
const PLAIN = { ...process.env, LC_ALL: 'C', TZ: 'UTC' }

/** Where there is no `/proc`, as on macOS. */
const psView: ProcessView = {
  async list() {
    // Each by itself: the ps of macOS takes all that follows the first `=` for a heading.
    const columns = ['pid=', 'state=', 'lstart=', 'command='].flatMap((column) => ['-o', column])
    const text = await ask('ps', ['-xww', ...columns])
    return text.split('\n').flatMap((line) => parseProcess(line) ?? [])
  },
  async readCwd(pid) {
    return parseCwd(await ask('lsof', ['-a', '-d', 'cwd', '-p', String(pid), '-Fn']))
  },
  async listWriters(path) {
    return parseWriters(await ask('lsof', ['-Fpa', '--', path]))
  },
}

/** What a program prints; nothing when it is not there or finds nothing. */
async function ask(program: string, argv: string[]): Promise<string> {
  try {
    return (await run(program, argv, { env: PLAIN, maxBuffer: 64 * 1024 * 1024, timeout: 5000 })).stdout
  } catch (error) {
    return (error as { stdout?: string }).stdout ?? ''
  }
}
