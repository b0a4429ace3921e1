import type { ExitInfo } from '@quarterdeck/protocol/pure'

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
