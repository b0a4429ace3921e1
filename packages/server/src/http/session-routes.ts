import {
  ControlCommand,
  DecidePermission,
  InboxItem,
  SendMessage,
  type SessionCommand,
  SessionDetail,
  SessionList,
  StartSession,
  UpdateSession,
} from '@quarterdeck/contract'
import { z } from 'zod'
import type { Execute } from '../hub/execute.ts'
import type { Hub } from '../hub/hub.ts'
import { defineRoute, type Route, type RouteCall } from './route.ts'

const SESSION = '/api/claude/sessions/:id'

const words = z.string().min(1).max(4096).optional()
const ListQuery = z.object({
  project: words,
  branch: words,
  tag: words,
  status: words,
  q: words,
  limit: z.coerce.number().int().min(1).max(10_000).optional(),
  cursor: z.string().max(1000).optional(),
})

export interface SessionParts {
  hub: Hub
  execute: Execute
}

/** What can be done with sessions. Each is a command, the same that comes over sockets. */
export function createSessionRoutes({ hub, execute }: SessionParts): Route[] {
  /** By the caller's own id, if it gave one. */
  const run = (call: RouteCall, command: SessionCommand, commandId?: string) =>
    execute(command, { caller: call.caller, commandId })
  const idOf = (call: RouteCall) => call.params.id ?? ''
  return [
    defineRoute({
      method: 'GET',
      path: '/api/claude/sessions',
      policy: 'signed_in',
      summary: 'Sessions, live and on disk, newest first',
      query: ListQuery,
      answer: SessionList,
      handle: (call) => hub.list(call.query),
    }),
    defineRoute({
      method: 'GET',
      path: SESSION,
      policy: 'signed_in',
      summary: 'One session: its row, and what its messages amount to',
      answer: SessionDetail,
      handle: (call) => hub.describe(idOf(call)),
    }),
    defineRoute({
      method: 'GET',
      path: '/api/inbox',
      policy: 'signed_in',
      summary: 'Everything that waits for a person, over all sessions',
      answer: z.object({ items: z.array(InboxItem), nextCursor: z.null() }),
      handle: () => ({ items: hub.listInbox(), nextCursor: null }),
    }),
    defineRoute({
      method: 'POST',
      path: '/api/claude/sessions',
      policy: 'signed_in',
      summary: 'Start, resume, continue or fork a session',
      body: StartSession,
      status: 201,
      answer: z.object({ sessionId: z.string() }),
      handle: (call) => run(call, { kind: 'start', ...call.body }),
    }),
    defineRoute({
      method: 'POST',
      path: `${SESSION}/messages`,
      policy: 'signed_in',
      summary: 'Send a message; starts or resumes the process when needed',
      body: SendMessage,
      status: 202,
      handle: (call) => {
        const { commandId, ...message } = call.body
        return run(call, { kind: 'send', sessionId: idOf(call), ...message }, commandId)
      },
    }),
    defineRoute({
      method: 'POST',
      path: `${SESSION}/permission`,
      policy: 'signed_in',
      summary: 'Answer a prompt of the CLI; the first answer counts',
      body: DecidePermission,
      handle: (call) => {
        const { commandId, ...decision } = call.body
        return run(call, { kind: 'decide', sessionId: idOf(call), ...decision }, commandId)
      },
    }),
    defineRoute({
      method: 'POST',
      path: `${SESSION}/interrupt`,
      policy: 'signed_in',
      summary: 'End the running turn',
      status: 202,
      handle: (call) => run(call, { kind: 'interrupt', sessionId: idOf(call) }),
    }),
    defineRoute({
      method: 'POST',
      path: `${SESSION}/control`,
      policy: 'signed_in',
      summary: 'A control request of the list of allowed ones; answers with what the CLI said',
      body: ControlCommand,
      handle: (call) => run(call, { kind: 'control', sessionId: idOf(call), request: call.body }),
    }),
    defineRoute({
      method: 'PATCH',
      path: SESSION,
      policy: 'signed_in',
      summary: 'Change title, tag and marks',
      body: UpdateSession,
      handle: (call) => run(call, { kind: 'update', sessionId: idOf(call), ...call.body }),
    }),
    defineRoute({
      method: 'DELETE',
      path: SESSION,
      policy: 'signed_in',
      summary: 'End the process; the transcript stays',
      handle: (call) => run(call, { kind: 'stop', sessionId: idOf(call) }),
    }),
  ]
}
