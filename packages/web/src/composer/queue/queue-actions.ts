export interface QueueActions {
  move: (uuid: string, before: string | null) => void
  cancel: (uuid: string) => void
  sendNow: (uuid: string) => void
  /** Lets all held messages go to Claude. */
  release: () => void
  /** Drops all held messages; `onDone` is called once they are gone. */
  discard: (onDone: () => void) => void
  /** Shows why something about the queue failed. */
  tell: (message: string) => void
}
