export interface QueueActions {
  move: (uuid: string, before: string | null) => void
  cancel: (uuid: string) => void
  sendNow: (uuid: string) => void
  /** Shows why something about the queue failed. */
  tell: (message: string) => void
}
