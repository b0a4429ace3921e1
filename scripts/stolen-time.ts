import { readFileSync } from 'node:fs'

export interface ProcessorTime {
  all: number
  stolen: number
}

/** What the processors have done since the machine started; null where the system does not tell. */
export function readProcessorTime(): ProcessorTime | null {
  try {
    return parseProcessorTime(readFileSync('/proc/stat', 'utf8'))
  } catch {
    return null
  }
}

export function parseProcessorTime(stat: string): ProcessorTime | null {
  // user, nice, system, idle, iowait, irq, softirq, steal
  const times = /^cpu +([\d ]+)/.exec(stat)?.[1]?.split(' ').slice(0, 8).map(Number)
  if (times?.length !== 8) return null
  return { all: times.reduce((sum, time) => sum + time, 0), stolen: times[7] as number }
}

/**
 * The share of the processors' time that the host of a virtual machine gave to others: what was measured meanwhile says little about us
 * when it is large.
 */
export function toStolenShare(before: ProcessorTime | null, after: ProcessorTime | null): number | null {
  if (before === null || after === null || after.all === before.all) return null
  return (after.stolen - before.stolen) / (after.all - before.all)
}
