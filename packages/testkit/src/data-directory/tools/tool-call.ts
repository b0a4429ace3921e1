import type { Line } from '../oracle/line-facts.ts'

export interface CallSite {
  toolUseId: string
  messageId: string
  assistantUuid: string
}

/** A call of a tool and what came of it. */
export interface ToolCall {
  /** Where something outside the line names the call. */
  toolUseId?: string
  name: string
  input: Line
  content: string | Line[]
  /** `toolUseResult` */
  structured: unknown
  isError?: boolean
  /** Writes what stands between the call and its result. */
  during?: (site: CallSite) => void
}

export function toFailure(name: string, input: Line, message: string): ToolCall {
  return { name, input, content: message, structured: `Error: ${message}`, isError: true }
}
