import type { ExitInfo } from '@quarterdeck/protocol/pure'
import type { CliProcess } from '../cli-process.ts'

/** Noted by whoever comes after a keeper that could not note anything any more. */
export const lostWithItsKeeper: ExitInfo = {
  kind: 'crashed',
  code: null,
  signal: null,
  forced: false,
  inTurn: true,
  reason: 'The process that kept this session was killed.',
  stderr: '',
}

export function toExitInfo(
  exit: Awaited<CliProcess['exited']>,
  { inTurn, reason }: { inTurn: boolean; reason: string | undefined },
): ExitInfo {
  const { code, signal, stopped, forced, failedToStart, stderr } = exit
  const why = failedToStart ?? reason
  const facts = { code, signal, forced, inTurn, stderr, ...(why === undefined ? {} : { reason: why }) }
  if (failedToStart !== undefined) return { kind: 'failed_to_start', ...facts }
  if (stopped) return { kind: 'stopped', ...facts }
  return { kind: code === 0 && !inTurn ? 'finished' : 'crashed', ...facts }
}
