import type { RunningProcess } from './running-process.ts'

/** Of `ps -o pid= -o state= -o lstart= -o command=`. Null for a process that has ended and only waits to be reaped. */
export function parseProcess(line: string): RunningProcess | null {
  const parts = /^\s*(\d+)\s+(\S+)\s+(\S+\s+\S+\s+\d+\s+[\d:]+\s+\d+)\s+(.*)$/.exec(line)
  if (parts === null) return null
  const [, pid, state, identity, command] = parts as unknown as [string, string, string, string, string]
  if (state.startsWith('Z')) return null
  const argv = command.split(/\s+/).filter((word) => word !== '')
  return { pid: Number(pid), identity, startedAtMs: Date.parse(`${identity} UTC`), argv }
}

/** Of `lsof -d cwd -Fn`. */
export function parseCwd(text: string): string | null {
  return /^n(.*)$/m.exec(text)?.[1] ?? null
}

/** Of `lsof -Fpa`: lines of `p<pid>`, `f<fd>` and `a<mode>`; the mode is `r`, `w` or `u` for both. */
export function parseWriters(text: string): number[] {
  let pid = 0
  const writers = new Set<number>()
  for (const line of text.split('\n')) {
    if (line.startsWith('p')) pid = Number(line.slice(1))
    else if (line === 'aw' || line === 'au') writers.add(pid)
  }
  return [...writers]
}
