import { getValue, setValue } from '../state/dictionary.ts'
import type { ToolCall } from '../state/entry.ts'
import type { SessionState } from '../state/session-state.ts'

/** What happened to a file. */
export interface FileTouch {
  path: string
  reads: number
  edits: number
  isCreated: boolean
  linesAdded: number
  linesRemoved: number
  /** The newest call that touched it, the line that it came with, and when. */
  toolId: string
  uuid?: string
  at?: string
}

const READING = new Set(['Read'])
const WRITING = new Set(['Edit', 'MultiEdit', 'Write', 'NotebookEdit'])

export function applyFileUse(state: SessionState, tool: ToolCall): SessionState {
  const isWrite = WRITING.has(tool.name)
  if (tool.status !== 'done' || (!isWrite && !READING.has(tool.name))) return state
  const input = (tool.input ?? {}) as { file_path?: unknown; notebook_path?: unknown }
  const data = (tool.structured ?? {}) as {
    filePath?: unknown
    type?: unknown
    structuredPatch?: unknown
    content?: unknown
  }
  const path = [data.filePath, input.file_path, input.notebook_path].find((each) => typeof each === 'string')
  if (typeof path !== 'string') return state
  const before = getValue(state.files, path)
  // Of a new file there is no patch.
  const isNew = data.type === 'create' && typeof data.content === 'string'
  const { added, removed } = isNew
    ? { added: countText(data.content as string), removed: 0 }
    : countLines(data.structuredPatch)
  const touch: FileTouch = {
    path,
    reads: (before?.reads ?? 0) + (isWrite ? 0 : 1),
    edits: (before?.edits ?? 0) + (isWrite ? 1 : 0),
    isCreated: (before?.isCreated ?? false) || data.type === 'create',
    linesAdded: (before?.linesAdded ?? 0) + added,
    linesRemoved: (before?.linesRemoved ?? 0) + removed,
    toolId: tool.id,
  }
  if (tool.uuid !== undefined) touch.uuid = tool.uuid
  if (tool.endedAt !== undefined) touch.at = tool.endedAt
  state.files = setValue(state.files, path, touch)
  return state
}

/** An end of line ends a line, and begins none. */
function countText(text: string): number {
  return text === '' ? 0 : text.split('\n').length - Number(text.endsWith('\n'))
}

function countLines(patch: unknown): { added: number; removed: number } {
  const hunks = Array.isArray(patch) ? (patch as { lines?: unknown }[]) : []
  const lines = hunks.flatMap((hunk) => (Array.isArray(hunk?.lines) ? (hunk.lines as unknown[]) : []))
  const count = (sign: string) => lines.filter((line) => typeof line === 'string' && line.startsWith(sign)).length
  return { added: count('+'), removed: count('-') }
}
