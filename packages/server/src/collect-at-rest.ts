import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

const LOOK_MS = 8000
/** To look for what others have written needs less than this. */
const REST_US = 150_000

/**
 * Frees what a burst of work has left once the program has come to rest. V8 does so only when memory is asked for, and a server that waits asks
 * for none, for hours.
 */
export function collectAtRest(): void {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  let before = process.cpuUsage()
  let hasWorked = true
  setInterval(() => {
    const { user, system } = process.cpuUsage(before)
    if (user + system > REST_US) hasWorked = true
    else if (hasWorked) {
      collect()
      hasWorked = false
    }
    before = process.cpuUsage()
  }, LOOK_MS).unref()
}
