export interface QueueActions {
  move: (uuid: string, before: string | null) => void
  cancel: (uuid: string) => void
  sendNow: (uuid: string) => void
  /** What did not go as it was wanted. */
  tell: (message: string) => void
}
