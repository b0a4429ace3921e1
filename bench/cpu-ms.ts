import { readdirSync, readFileSync } from 'node:fs'

const MS_PER_TICK = 10

/** What this process and all its children have needed of the processor, those that have ended included. */
export function readCpuMs(): number {
  const { user, system } = process.cpuUsage()
  const children = readdirSync('/proc/self/task')
    .flatMap((task) => readFileSync(`/proc/self/task/${task}/children`, 'utf8').trim().split(' '))
    .filter((pid) => pid !== '')
  const alive = children.map((pid) => readTicks(pid, 11, 12))
  const ticks = readTicks('self', 13, 14) + alive.reduce((sum, each) => sum + each, 0)
  return (user + system) / 1000 + ticks * MS_PER_TICK
}

/** Two fields of `/proc/PID/stat`, counted behind the name. */
function readTicks(pid: string, one: number, other: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? []
  return Number(fields[one]) + Number(fields[other])
}
