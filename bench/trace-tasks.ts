import type { CDPSession } from 'playwright-core'

interface TraceEvent {
  name: string
  pid: number
  tid: number
  dur?: number
  /** Of the processor, where the system tells it: what others did meanwhile is not ours. */
  tdur?: number
  args?: { name?: string }
}

/** All tasks of the page's own thread that took a millisecond or more. */
export async function traceTasks(tools: CDPSession): Promise<() => Promise<Tasks>> {
  const events: TraceEvent[] = []
  tools.on('Tracing.dataCollected', ({ value }) => events.push(...(value as unknown as TraceEvent[])))
  await tools.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: ['toplevel', 'disabled-by-default-devtools.timeline', 'devtools.timeline'] },
  })
  return async () => {
    const complete = new Promise((resolve) => tools.once('Tracing.tracingComplete', resolve))
    await tools.send('Tracing.end')
    await complete
    const mains = events.filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain')
    const ofThread = mains.map(({ pid, tid }) =>
      events.filter((event) => event.pid === pid && event.tid === tid && event.name === 'RunTask'),
    )
    // Other pages of the browser do next to nothing.
    const busiest = ofThread.toSorted((one, other) => sum(other.map(toWallMs)) - sum(one.map(toWallMs)))[0] ?? []
    return {
      tasks: busiest.map(toMs).filter((ms) => ms >= 1),
      wall: busiest.map(toWallMs).filter((ms) => ms >= 1),
      isCpuTime: busiest.some(({ tdur }) => tdur !== undefined),
    }
  }
}

/** By the processor, and by the clock. */
export interface Tasks {
  tasks: number[]
  wall: number[]
  isCpuTime: boolean
}

function toWallMs({ dur = 0 }: TraceEvent): number {
  return dur / 1000
}

function toMs({ dur = 0, tdur = dur }: TraceEvent): number {
  return tdur / 1000
}

function sum(values: readonly number[]): number {
  return values.reduce((all, value) => all + value, 0)
}

export function toShare(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}
