export interface LoopFindings {
  /** The longest that this thread worked without coming back to the event loop. */
  blockedMs: number
  /** The longest that the event loop stood still, whoever had the processor meanwhile. */
  stalledMs: number
  /** How much more memory the process had at its worst than at the beginning. */
  memoryMb: number
}

/**
 * Watches the event loop of this thread. A machine with other work to do lets a loop wait that nobody blocks, so the
 * thread's own processor time is what is judged.
 */
export function watchLoop(): { stop(): LoopFindings } {
  const findings: LoopFindings = { blockedMs: 0, stalledMs: 0, memoryMb: 0 }
  const memory = process.memoryUsage.rss()
  const readCpuMs = () => {
    const { user, system } = process.threadCpuUsage()
    return (user + system) / 1000
  }
  let [cpu, wall] = [readCpuMs(), performance.now()]
  let ticks = 0
  const tick = () => {
    const [cpuNow, wallNow] = [readCpuMs(), performance.now()]
    findings.blockedMs = Math.max(findings.blockedMs, cpuNow - cpu)
    findings.stalledMs = Math.max(findings.stalledMs, wallNow - wall)
    if (ticks++ % 10 === 0)
      findings.memoryMb = Math.max(findings.memoryMb, (process.memoryUsage.rss() - memory) / (1024 * 1024))
    ;[cpu, wall] = [readCpuMs(), performance.now()]
  }
  let isRunning = true
  const next = () => {
    tick()
    if (isRunning) setTimeout(next, 1)
  }
  setTimeout(next, 1)
  return {
    stop() {
      isRunning = false
      return findings
    },
  }
}
