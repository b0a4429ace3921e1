/** A running process of this user. */
export interface RunningProcess {
  pid: number
  /** As `identifyProcess` gives it. */
  identity: string
  startedAtMs: number
  argv: string[]
}
