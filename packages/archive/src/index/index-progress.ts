import type { Catalogue } from '../sessions/catalogue.ts'

/** How far the index has come. */
export interface IndexProgress {
  /** `waiting` while nothing was asked of it, `failed` where it cannot be written. */
  state: 'waiting' | 'counting' | 'wording' | 'ready' | 'failed'
  files: number
  bytes: number
  countedFiles: number
  wordedBytes: number
  problem: string | null
}

export const NO_PROGRESS: IndexProgress = {
  state: 'waiting',
  files: 0,
  bytes: 0,
  countedFiles: 0,
  wordedBytes: 0,
  problem: null,
}

export function toProgress(catalogue: Catalogue, state: IndexProgress['state'], uncounted: number): IndexProgress {
  const files = catalogue.files()
  return {
    state,
    files: files.length,
    bytes: files.reduce((sum, { size }) => sum + size, 0),
    countedFiles: files.length - uncounted,
    wordedBytes: files.reduce((sum, file) => sum + (catalogue.findIndexed(file)?.wordedTo ?? 0), 0),
    problem: null,
  }
}
