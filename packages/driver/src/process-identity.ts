import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'

/**
 * What tells a process from a later one with the same number: when it began. Null when there is no such process, or it has
 * ended and only waits to be reaped.
 */
export function identifyProcess(pid: number): string | null {
  if (!Number.isInteger(pid) || pid < 1) return null
  return existsSync('/proc/self/stat') ? readProc(pid) : askPs(pid)
}

function readProc(pid: number): string | null {
  let stat: string
  try {
    stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  } catch {
    return null
  }
  // The name stands in parentheses and may hold anything; the state is the first field behind it, the start time the 20th.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return fields[0] === 'Z' ? null : (fields[19] ?? null)
}

function askPs(pid: number): string | null {
  // The same words whoever asks: in another language or time zone one process would seem to be another.
  const env = { ...process.env, LC_ALL: 'C', TZ: 'UTC' }
  const { status, stdout } = spawnSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8', env })
  return status === 0 && stdout.trim() !== '' ? stdout.trim() : null
}
