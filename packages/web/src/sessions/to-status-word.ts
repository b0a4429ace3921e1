/** A session of which no process runs is not broken: most of them rest. */
export function toStatusWord(status: string): string {
  return status === 'disconnected' ? 'not running' : status
}
