import { z } from 'zod'
import { toIssueSentence } from '../to-issue-sentence.ts'

const sessionId = z.string().min(1).max(100)
const id = z.string().min(1).max(200)
const projectPath = z.string().min(1).max(4096)
const permissionMode = z.string().min(1).max(100)
const of = { sessionId: sessionId.optional() }

const MESSAGES = {
  start: z.strictObject({
    type: z.literal('start'),
    projectPath,
    ...of,
    continue: z.boolean().optional(),
    permissionMode: permissionMode.optional(),
  }),
  input: z.strictObject({ type: z.literal('input'), text: z.string().min(1), ...of }),
  approve: z.strictObject({ type: z.literal('approve'), id, ...of }),
  approve_always: z.strictObject({ type: z.literal('approve_always'), id, ...of }),
  reject: z.strictObject({ type: z.literal('reject'), id, message: z.string().max(10_000).optional(), ...of }),
  answer: z.strictObject({ type: z.literal('answer'), toolUseId: id, result: z.string().max(100_000), ...of }),
  list_sessions: z.strictObject({ type: z.literal('list_sessions') }),
  stop_session: z.strictObject({ type: z.literal('stop_session'), sessionId }),
  get_history: z.strictObject({ type: z.literal('get_history'), sessionId }),
  list_recent_sessions: z.strictObject({
    type: z.literal('list_recent_sessions'),
    limit: z.int().positive().max(500).optional(),
  }),
  resume_session: z.strictObject({
    type: z.literal('resume_session'),
    sessionId,
    projectPath,
    permissionMode: permissionMode.optional(),
  }),
} as const

export type ClientMessage = z.infer<(typeof MESSAGES)[keyof typeof MESSAGES]>

export type ParsedClientMessage =
  | { kind: 'message'; message: ClientMessage }
  /** `type` is what it would have been, where it said so. */
  | { kind: 'wrong'; problem: string; type?: string }

/** What a program says on the bridge. Nothing is guessed: a field that we do not know may mean something that we would not do. */
export function parseClientMessage(text: string): ParsedClientMessage {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    return { kind: 'wrong', problem: `The message is not JSON: ${(error as Error).message}.` }
  }
  const type = (value as { type?: unknown } | null)?.type
  if (typeof type !== 'string') return { kind: 'wrong', problem: "The message has no 'type'." }
  if (!Object.hasOwn(MESSAGES, type)) {
    const names = Object.keys(MESSAGES).join(', ')
    return { kind: 'wrong', problem: `There is no message '${type.slice(0, 100)}'. There are ${names}.` }
  }
  const parsed = MESSAGES[type as keyof typeof MESSAGES].safeParse(value)
  if (parsed.success) return { kind: 'message', message: parsed.data }
  const issue = parsed.error.issues[0] as z.core.$ZodIssue
  return { kind: 'wrong', type, problem: `'${type}': ${toIssueSentence(issue)}` }
}
