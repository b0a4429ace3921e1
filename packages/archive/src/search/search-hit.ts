import type { TranscriptLine } from '../lines/parse-transcript-line.ts'
import { toMs } from '../lines/to-ms.ts'
import type { Mark } from './find-marks.ts'
import type { SearchRole, SearchText } from './search-text.ts'
import { type Snippet, toSnippet } from './to-snippet.ts'

export interface SearchHit {
  sessionId: string
  /** Set where a subagent said it. */
  agentId: string | null
  /** The message to jump to. */
  uuid: string
  role: SearchRole
  tool: string | null
  atMs: number
  snippet: Snippet
  /** Where the line stands, for putting hits in order. */
  path: string
  offset: number
}

interface Found {
  line: TranscriptLine
  found: SearchText
  marks: readonly Mark[]
  file: { path: string; sessionId: string; agentId: string | null }
  offset: number
}

export function toHit({ line, found, marks, file, offset }: Found): SearchHit {
  return {
    sessionId: file.sessionId,
    agentId: file.agentId,
    uuid: typeof line.uuid === 'string' ? line.uuid : '',
    role: found.role,
    tool: found.toolName,
    atMs: toMs(line.timestamp),
    snippet: toSnippet(found.text, marks),
    path: file.path,
    offset,
  }
}

/** Newest first; what was said at the same time, the later line first. */
export function compareHits(one: SearchHit, other: SearchHit): number {
  return other.atMs - one.atMs || other.path.localeCompare(one.path) || other.offset - one.offset
}
