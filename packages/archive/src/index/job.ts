import type { ScanRequest } from '../search/scan-files.ts'
import type { SearchHit } from '../search/search-hit.ts'
import type { TranscriptFile } from '../sessions/list-transcripts.ts'
import type { SessionFacts } from '../sessions/session-facts.ts'
import type { IndexedFile } from './index-file.ts'
import type { PackedCount } from './packed-count.ts'

/** What a worker is asked to do. */
export type Job =
  /** Where it is the first count, what a report needs of it comes ahead of the answer. */
  | { kind: 'count'; files: { file: TranscriptFile; known: IndexedFile | null }[]; isFirst: boolean }
  /** What was counted, as the answers to `count` have it. */
  | { kind: 'store'; counted: Bytes[] }
  | { kind: 'words'; files: TranscriptFile[] }
  | { kind: 'forget'; files: { root: string; path: string }[] }
  /** All of the past has been taken in: the words can be collected. */
  | { kind: 'complete' }
  | { kind: 'scan'; request: ScanRequest }
  /** What the ends of files say, for the very first list. */
  | { kind: 'ends'; files: TranscriptFile[] }

export type Bytes = Uint8Array<ArrayBuffer>

export interface Answer {
  /** Ahead of the answer itself. */
  packed?: PackedCount
  /** `CountedFile`s as JSON. */
  counted?: Bytes
  hits?: SearchHit[]
  /** In the order of the files. */
  ends?: SessionFacts[]
  /** What went wrong; `isDamage` where the index is to blame. */
  problem?: { message: string; isDamage: boolean }
}
