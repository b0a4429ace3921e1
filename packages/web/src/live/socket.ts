/** As much of a WebSocket as is used here. */
export interface Socket {
  send(text: string): void
  close(): void
  onopen: (() => void) | null
  onmessage: ((event: { data: unknown }) => void) | null
  onclose: ((event: { code: number }) => void) | null
}

/** What the client needs of the browser: time, a place to be seen, and a socket that is let in. */
export interface LiveEnvironment {
  /** Rejects where there is no proof to be had; the connection is then tried again. */
  openSocket: () => Promise<Socket>
  /** The socket was closed before it was open: what it was let in with may be too old. */
  onRefused: () => void
  /** This device may not come in any more. */
  onRevoked: () => void
  /** Soon, and once for all that happens meanwhile: the next picture, or a moment later where nobody looks. */
  schedule: (work: () => void) => void
  setTimeout: (work: () => void, ms: number) => () => void
  /** From 0 to 1, so that pages that lost the same server do not all come back at once. */
  random: () => number
  isVisible: () => boolean
}
