import { canonicalToolName } from '@quarterdeck/protocol/pure'
import type { Approval } from '@quarterdeck/transcript'
import { useReading } from '../reading/use-reading.ts'

/** What stands in a file that is asked about; no content where it is new. */
export interface FileBefore {
  content: string | null
}

const CHANGING = ['Edit', 'MultiEdit', 'Write']

/** Null until it is known, and where it cannot be: the change is shown without it then. */
export function useFileBefore(sessionId: string, { toolName, requestId }: Approval): FileBefore | null {
  const isChange = CHANGING.includes(canonicalToolName(toolName))
  const path = `/api/claude/sessions/${sessionId}/approvals/${encodeURIComponent(requestId)}/file`
  return useReading<FileBefore>(isChange ? path : null).data
}
