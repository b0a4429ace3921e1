import type { ExitInfo } from '@quarterdeck/protocol/pure'

export interface ExitFacts {
  code: number | null
  signal: string | null
  /** We asked it to end. */
  stopped: boolean
  forced: boolean
  inTurn: boolean
  stderr: string
  /** It never ran: why. */
  failure?: string | undefined
}

/** What the end of a process means. */
export function toExitInfo({ stopped, failure, ...facts }: ExitFacts): ExitInfo {
  if (failure !== undefined) return { kind: 'failed_to_start', ...facts, reason: failure }
  if (stopped) return { kind: 'stopped', ...facts }
  const reason = findReason(facts)
  return reason === null ? { kind: 'finished', ...facts } : { kind: 'crashed', ...facts, reason }
}

function findReason({ code, signal, inTurn }: Omit<ExitFacts, 'stopped' | 'failure'>): string | null {
  if (signal === 'SIGKILL') return 'It was killed (SIGKILL), by somebody or because memory ran out.'
  if (signal !== null) return `It was ended by the signal ${signal}.`
  if (code !== 0) return `It ended by itself with exit code ${code}.`
  return inTurn ? 'It ended by itself inside a turn, without a result.' : null
}
