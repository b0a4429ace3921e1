import { SessionCommand } from '@quarterdeck/contract'
import type { z } from 'zod'
import { parseClientJson } from '../../parse-client-json.ts'
import { ServerError } from '../../server-error.ts'
import { toIssueSentence } from '../../to-issue-sentence.ts'

type Json = Readonly<Record<string, unknown>>

/** What a client of `/subscribe` wants. */
export interface ClientWish {
  command: SessionCommand
  commandId?: string | undefined
  /** Of a control request: its answer carries this id. */
  requestId?: string | undefined
}

/** Reads what a client says, in the CLI's own shapes and in those of older clients. Throws `bad_request`. */
export function readClientMessage(text: string, sessionId: string): ClientWish {
  const said = parse(text)
  const commandId = typeof said.commandId === 'string' ? said.commandId : undefined
  switch (said.type) {
    case 'user_message': {
      const { type: _, commandId: __, ...message } = said
      return { command: check({ ...message, kind: 'send', sessionId }), commandId }
    }
    case 'control_response':
      return { command: check({ ...toDecision(said), kind: 'decide', sessionId }), commandId }
    case 'control_request':
      return { ...toRequest(said, sessionId), commandId }
    default:
      throw new ServerError(
        'bad_request',
        `'${String(said.type)}' cannot be sent here. Send a user_message, a control_response or a control_request.`,
      )
  }
}

/**
 * The answer to a prompt. The CLI wants the id inside of the response and `updatedInput`; clients after an older document put the id
 * at the top and write `updated_input`, which the CLI would not see.
 */
function toDecision(said: Json): Json {
  const outer = toObject(said.response)
  const inner = outer.behavior !== undefined || outer.action !== undefined ? outer : toObject(outer.response)
  const requestId = said.request_id ?? outer.request_id ?? inner.request_id
  if (outer.subtype === 'error')
    return { request_id: requestId, behavior: 'deny', ...(typeof outer.error === 'string' && { message: outer.error }) }
  const { message, inputHash, action } = inner
  return {
    request_id: requestId,
    ...withoutUndefined({
      behavior: BEHAVIORS[String(inner.behavior ?? action)] ?? inner.behavior,
      message,
      interrupt: action === 'cancel' ? true : inner.interrupt,
      inputHash,
      updatedInput: inner.updatedInput ?? inner.updated_input ?? inner.content ?? inner.result,
      updatedPermissions: inner.updatedPermissions ?? inner.updated_permissions,
    }),
  }
}

/** Servers and dialogs are answered in words of their own, which the decision is put into again where it is done. */
const BEHAVIORS: Readonly<Record<string, string>> = {
  accept: 'allow',
  completed: 'allow',
  decline: 'deny',
  cancel: 'deny',
  cancelled: 'deny',
}

function toRequest(said: Json, sessionId: string): ClientWish {
  const { request_id: requestId, request } = said
  if (typeof requestId !== 'string' || requestId === '')
    throw new ServerError('bad_request', "A control_request needs a 'request_id', by which its answer is known.")
  const command =
    toObject(request).subtype === 'interrupt'
      ? check({ kind: 'interrupt', sessionId })
      : check({ kind: 'control', sessionId, request })
  return { command, requestId }
}

function check(command: Json): SessionCommand {
  const result = SessionCommand.safeParse(command)
  if (result.success) return result.data
  throw new ServerError('bad_request', toIssueSentence(result.error.issues[0] as z.core.$ZodIssue))
}

function parse(text: string): Json {
  const said = parseClientJson(text, 'The frame')
  if (typeof said === 'object' && said !== null && !Array.isArray(said)) return said as Json
  throw new ServerError('bad_request', 'That is not a JSON object. Send one in each frame.')
}

function toObject(value: unknown): Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : {}
}

function withoutUndefined(fields: Json): Json {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
}
