import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readdir, readFile, stat } from 'node:fs/promises'
import { promisify } from 'node:util'
import { SESSION_MARKER } from './child-env.ts'

export interface ListedProcess {
  pid: number
  parent: number
  /** The value of `QUARTERDECK_SESSION` in the environment it was started with; null without one. */
  marker: string | null
}

/** Every process of this user that has not ended. */
export function listProcesses(): Promise<ListedProcess[]> {
  return existsSync('/proc/self/environ') ? readProc() : askPs()
}

async function readProc(): Promise<ListedProcess[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const found = await Promise.all(pids.map(readOne))
  return found.filter((each) => each !== null)
}

async function readOne(pid: string): Promise<ListedProcess | null> {
  try {
    const folder = `/proc/${pid}`
    if ((await stat(folder)).uid !== process.getuid?.()) return null
    const text = await readFile(`${folder}/stat`, 'utf8')
    // The name stands in parentheses and may hold anything.
    const [state, parent] = text.slice(text.lastIndexOf(')') + 2).split(' ')
    if (state === 'Z' || state === 'X') return null
    return { pid: Number(pid), parent: Number(parent), marker: findMarker(await readFile(`${folder}/environ`, 'utf8')) }
  } catch {
    // It has ended since, or is one that we may not look at (and could not signal either).
    return null
  }
}

function findMarker(environ: string): string | null {
  const prefix = `${SESSION_MARKER}=`
  return (
    environ
      .split('\0')
      .find((each) => each.startsWith(prefix))
      ?.slice(prefix.length) ?? null
  )
}

/** macOS: `-E` shows the environment behind the command, of the user's own processes only. */
async function askPs(): Promise<ListedProcess[]> {
  const args = ['-U', String(process.getuid?.()), '-E', '-ww', '-o', 'pid=,ppid=,stat=,command=']
  const { stdout } = await promisify(execFile)('ps', args, { maxBuffer: 64 * 1024 * 1024 })
  return stdout.split('\n').flatMap((line) => {
    const [, pid, parent, state, rest] = /^\s*(\d+)\s+(\d+)\s+(\S+)\s(.*)$/.exec(line) ?? []
    if (pid === undefined || state?.startsWith('Z')) return []
    const marker = new RegExp(` ${SESSION_MARKER}=(\\S+)`).exec(rest ?? '')?.[1] ?? null
    return [{ pid: Number(pid), parent: Number(parent), marker }]
  })
}
