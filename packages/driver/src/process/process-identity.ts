import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'

/**
 * What tells a process from a later one with the same number: when it began. Null when there is no such process, or it has
 * ended and only waits to be reaped.
 */
export function identifyProcess(pid: number): string | null {
  return look(pid)?.began ?? null
}

/** Somebody has suspended it (SIGSTOP, Ctrl+Z): it is silent, and will be until SIGCONT. */
export function isSuspended(pid: number): boolean {
  return /^[Tt]/.test(look(pid)?.state ?? '')
}

interface Look {
  state: string
  began: string
}

function look(pid: number): Look | null {
  if (!Number.isInteger(pid) || pid < 1) return null
  const seen = existsSync('/proc/self/stat') ? readProc(pid) : askPs(pid)
  return seen === null || seen.state.startsWith('Z') ? null : seen
}

function readProc(pid: number): Look | null {
  let stat: string
  try {
    stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  } catch {
    return null
  }
  // The name stands in parentheses and may hold anything; the state is the first field behind it, the start time the 20th.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return { state: fields[0] ?? '', began: fields[19] ?? '' }
}

function askPs(pid: number): Look | null {
  // The same words whoever asks: in another language or time zone one process would seem to be another.
  const env = { ...process.env, LC_ALL: 'C', TZ: 'UTC' }
  // Each by itself: the ps of macOS takes all that follows the first `=` for a heading.
  const argv = ['-o', 'stat=', '-o', 'lstart=', '-p', String(pid)]
  const { status, stdout } = spawnSync('ps', argv, { encoding: 'utf8', env })
  const [, state, began] = /^\s*(\S+)\s+(.*\S)\s*$/.exec(stdout) ?? []
  return status === 0 && state !== undefined && began !== undefined ? { state, began } : null
}
