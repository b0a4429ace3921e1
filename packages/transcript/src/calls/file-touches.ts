import { getValue, setValue } from '../state/dictionary.ts'
import type { ToolCall } from '../state/entry.ts'
import type { FileTouch } from '../state/file-touch.ts'
import type { SessionDraft } from '../state/session-draft.ts'
import type { Writable } from '../state/writable.ts'

const READING = new Set(['Read'])
const WRITING = new Set(['Edit', 'MultiEdit', 'Write', 'NotebookEdit'])

/** Counts the file that a finished call has read or written. */
export function applyFileUse(draft: SessionDraft, tool: ToolCall): void {
  const isWrite = WRITING.has(tool.name)
  if (tool.status !== 'done' || (!isWrite && !READING.has(tool.name))) return
  const input = (tool.input ?? {}) as { file_path?: unknown; notebook_path?: unknown }
  const data = (tool.structured ?? {}) as {
    filePath?: unknown
    type?: unknown
    structuredPatch?: unknown
    content?: unknown
  }
  const path = [data.filePath, input.file_path, input.notebook_path].find((each) => typeof each === 'string')
  if (typeof path !== 'string') return
  const before = getValue(draft.files, path)
  // The result of a call that created a file has no patch.
  const isNew = data.type === 'create' && typeof data.content === 'string'
  const { added, removed } = isNew
    ? { added: countText(data.content as string), removed: 0 }
    : countLines(data.structuredPatch)
  const touch: Writable<FileTouch> = {
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
  draft.files = setValue(draft.files, path, touch)
}

/** A newline at the end of a text begins no further line. */
function countText(text: string): number {
  return text === '' ? 0 : text.split('\n').length - Number(text.endsWith('\n'))
}

function countLines(patch: unknown): { added: number; removed: number } {
  const hunks = Array.isArray(patch) ? (patch as { lines?: unknown }[]) : []
  const lines = hunks.flatMap((hunk) => (Array.isArray(hunk?.lines) ? (hunk.lines as unknown[]) : []))
  const count = (sign: string) => lines.filter((line) => typeof line === 'string' && line.startsWith(sign)).length
  return { added: count('+'), removed: count('-') }
}
