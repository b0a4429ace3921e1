import { isObject, type JsonObject, toText } from '../parse-json.ts'
import {
  type ToolOutcome,
  type TranscriptLine,
  toAgentId,
  toMessageId,
  toTimeMs,
  toToolOutcome,
} from '../transcript-line.ts'

/** What a tool did to a file. */
export interface FileChange {
  path: string
  toolUseId: string
  messageId: string | null
  agentId: string | null
  atMs: number | null
  /** Null: there was no file. Undefined: the line does not say, as of files too long to repeat. */
  before: string | null | undefined
  after: string | undefined
}

/** The change that a line reports, of Write, Edit, MultiEdit or NotebookEdit. Null for every other line. */
export function toFileChange(line: TranscriptLine): FileChange | null {
  const outcome = toToolOutcome(line)
  if (outcome === null || outcome.isError) return null
  const change = toContents(outcome)
  if (change === null) return null
  const { toolUseId } = outcome
  return { ...change, toolUseId, messageId: toMessageId(line), agentId: toAgentId(line), atMs: toTimeMs(line) }
}

function toContents({ data }: ToolOutcome): Pick<FileChange, 'path' | 'before' | 'after'> | null {
  const notebook = toText(data.notebook_path)
  if (notebook !== null && 'updated_file' in data)
    return {
      path: notebook,
      before: toText(data.original_file) ?? undefined,
      after: toText(data.updated_file) ?? undefined,
    }
  const path = toText(data.filePath)
  if (path === null) return null
  const before = toText(data.originalFile) ?? toText(data.originalFileContents)
  if (typeof data.content === 'string' && 'structuredPatch' in data)
    return { path, before: before ?? (data.type === 'create' ? null : undefined), after: data.content }
  const edits = toEdits(data)
  if (edits === null) return null
  // An edit of nothing makes a new file.
  const isNew = before === null && edits.length === 1 && edits[0]?.old === ''
  const after = isNew ? edits[0]?.new : before === null ? undefined : applyEdits(before, edits)
  return { path, before: isNew ? null : (before ?? undefined), after }
}

interface Edit {
  old: string
  new: string
  isAll: boolean
}

function toEdits(data: JsonObject): Edit[] | null {
  const list = Array.isArray(data.edits) ? data.edits.filter(isObject) : [data]
  const edits = list.flatMap((edit) => {
    const [old, next] = [toText(edit.oldString ?? edit.old_string), toText(edit.newString ?? edit.new_string)]
    return old === null || next === null
      ? []
      : [{ old, new: next, isAll: (edit.replaceAll ?? edit.replace_all) === true }]
  })
  return edits.length === list.length && edits.length > 0 ? edits : null
}

/** Undefined where an edit does not fit the text, so that no content is made up. */
function applyEdits(text: string, edits: Edit[]): string | undefined {
  let result = text
  for (const { old, new: next, isAll } of edits) {
    if (old === '' || !result.includes(old)) return undefined
    result = isAll ? result.split(old).join(next) : result.replace(old, () => next)
  }
  return result
}
