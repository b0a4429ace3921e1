import type { AnswerTo } from '@quarterdeck/client'
import { canonicalToolName } from '@quarterdeck/protocol/pure'
import type { Approval } from '@quarterdeck/transcript'
import { useEffect, useState } from 'react'
import { useReading } from '../../reading/use-reading.ts'
import { splitInput } from './split-input.ts'

/** The file that an approval would change, as it is now; no content where it is new. */
export type FileBefore = Pick<AnswerTo<'GET /api/claude/sessions/:id/approvals/:request/file'>, 'content'>

/** A decision does not wait longer for what helps to make it. */
const LONGEST_MS = 3000

export interface FileReading {
  /** Null where it cannot be known: the change is shown without it then. */
  before: FileBefore | null
  /** It may still come. */
  isLoading: boolean
}

export function useFileBefore(sessionId: string, { toolName, input, requestId }: Approval): FileReading {
  const [isLate, setIsLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setIsLate(true), LONGEST_MS)
    return () => clearTimeout(timer)
  }, [])
  const { kind } = splitInput(canonicalToolName(toolName), input).main
  const isChange = kind === 'change' || kind === 'cell'
  const { data, isLoading } = useReading(
    'GET /api/claude/sessions/:id/approvals/:request/file',
    isChange ? { params: { id: sessionId, request: requestId } } : null,
  )
  return { before: data, isLoading: isLoading && !isLate }
}
