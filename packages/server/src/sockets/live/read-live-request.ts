import { LIVE_PROTOCOL, LiveRequest } from '@quarterdeck/contract'
import type { z } from 'zod'
import { parseClientJson } from '../../parse-client-json.ts'
import { toIssueSentence } from '../../to-issue-sentence.ts'

type Json = Readonly<Record<string, unknown>>

export type Said =
  | { kind: 'request'; request: LiveRequest }
  /** A page of another version; nothing else of it is to be relied on. */
  | { kind: 'other_protocol'; protocol: unknown }
  /** `commandId` where it was a command, so that its sender is not left waiting. */
  | { kind: 'wrong'; message: string; commandId?: string }

export function readLiveRequest(text: string): Said {
  const said = parse(text)
  if (said === null) return { kind: 'wrong', message: 'That is not a JSON object. Send one in each frame.' }
  if (said.type === 'hello' && said.protocol !== LIVE_PROTOCOL)
    return { kind: 'other_protocol', protocol: said.protocol }
  const result = LiveRequest.safeParse(said)
  if (result.success) return { kind: 'request', request: result.data }
  const commandId = said.type === 'command' && typeof said.commandId === 'string' ? { commandId: said.commandId } : {}
  return { kind: 'wrong', message: explain(said, result.error.issues[0] as z.core.$ZodIssue), ...commandId }
}

function explain({ type }: Json, issue: z.core.$ZodIssue): string {
  return issue.path.join('.') === 'type' ? `There is no frame '${String(type)}'.` : toIssueSentence(issue)
}

function parse(text: string): Json | null {
  try {
    const value = parseClientJson(text, 'The frame')
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : null
  } catch {
    // Neither what is no JSON nor what is far too deep is a frame.
    return null
  }
}
