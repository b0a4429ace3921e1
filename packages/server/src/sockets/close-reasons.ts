import { MAX_FRAME_BYTES, REVOKED_CLOSE_CODE } from '@quarterdeck/contract'

/** With which a socket is closed, and why, in words that a person can act on. */
export const CLOSE = {
  stopping: { code: 1001, reason: 'The server stops. Come back, and go on behind what you have.' },
  revoked: { code: REVOKED_CLOSE_CODE, reason: 'This device was revoked.' },
  silent: { code: 4408, reason: 'Nothing was heard for too long. Come back when you are there.' },
  reload: { code: 4426, reason: 'The page is of another version. Load it again.' },
  session: { code: 4404, reason: 'The session cannot be read any more.' },
} as const

/** Of those that the library closes by itself. */
export const LIBRARY_REASONS: Readonly<Record<number, string>> = {
  1002: 'That is not how WebSockets speak.',
  1007: 'A frame is not UTF-8.',
  1008: 'Too many frames at once.',
  1009: `A frame is larger than ${MAX_FRAME_BYTES / 1024 / 1024} MB.`,
}
