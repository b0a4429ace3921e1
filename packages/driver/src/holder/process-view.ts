import type { RunningProcess } from './running-process.ts'

/** How to look at the processes of this machine. */
export interface ProcessView {
  list(): Promise<RunningProcess[]>
  readCwd(pid: number): Promise<string | null>
  /** The processes that have the file open for writing. */
  listWriters(path: string): Promise<number[]>
}
