/** Signals a process. One that is gone, or has become another user's (sudo), is nothing that we could end. */
export function signalProcess(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code !== 'ESRCH' && code !== 'EPERM') throw error
  }
}

export function signalGroup(leader: number, signal: NodeJS.Signals): void {
  signalProcess(-leader, signal)
}
