import {
  ControlCommand,
  DecidePermission,
  InboxItem,
  RestoreVersion,
  RewindFiles,
  SendMessage,
  type SessionCommand,
  SessionDetail,
  SessionList,
  StartSession,
  UpdateSession,
} from '@quarterdeck/contract'
import type { SessionStatus } from '@quarterdeck/protocol'
import { z } from 'zod'
import { type Audit, toWho } from '../audit/audit-entry.ts'
import type { Execute } from '../hub/commands/execute.ts'
import { FileGuard } from '../hub/commands/file-guard.ts'
import type { Hub } from '../hub/hub.ts'
import type { PolicyContext } from '../policy/policy-options.ts'
import { ofSession, oneOf, project, words } from './fields.ts'
import { listOf, paging, toPage } from './paging.ts'
import { defineRoute, type Route, type RouteCall } from './route.ts'

const SESSION = '/api/claude/sessions/:id'

export interface SessionParts {
  hub: Hub
  execute: Execute
  audit: Audit
  policy: PolicyContext
}

/** Written as the names of a record, so that none can be forgotten. */
const KNOWN: Readonly<Record<SessionStatus, true>> = {
  starting: true,
  ready: true,
  working: true,
  'awaiting approval': true,
  'awaiting answer': true,
  idle: true,
  error: true,
  disconnected: true,
}
const STATUSES = Object.keys(KNOWN) as [SessionStatus, ...SessionStatus[]]

const ListQuery = z.strictObject({
  project: project().optional().describe('Only of this project'),
  branch: words('the name of a branch', 500).optional().describe('Only on this git branch'),
  tag: words('a tag', 200).optional().describe('Only with this tag'),
  status: oneOf(STATUSES).optional().describe('Only with this status'),
  q: words('words', 1000).optional().describe('Words in titles, prompts, paths and branches'),
  ...paging(10_000),
})

/** There is nothing to say with it; a field would be a mistake. */
const Nothing = z.strictObject({})
/** For both ways to put files back. */
const PUT_BACK_NOTES =
  'Only for a session whose folder is trusted and below the roots, and only files in it that this session has changed; a look (`dryRun`) is judged like the change. Never what is protected: the data of Quarterdeck and of Claude Code, `.git`, `.claude`, `.ssh`, `.gnupg`, what shells run when they start, and files with a second name. What programs obey by themselves (`CLAUDE*.md`, `.mcp.json`, `.github/workflows`, `.husky`, `.vscode` and the like) is `needs_confirmation`, with the `paths` to ask about, until `confirm` names each.'
/** It was done; there is nothing else to say. */
const Done = z.object({})
/** What would be changed in a file, as a patch. */
const Diff = z.looseObject({ kind: z.string() })
const Decided = z.object({
  requestId: z.string(),
  behavior: z.enum(['allow', 'deny']),
  inputHash: z
    .string()
    .optional()
    .describe('SHA-256 of the input that was decided about; not with an answer that was sent again'),
})
const RestoredVersion = z.object({
  kind: z.string(),
  path: z.string(),
  diff: Diff,
  currentSha256: z.string().nullable(),
})
const Rewound = z.object({
  files: z.array(
    z.looseObject({
      path: z.string(),
      kind: z.string(),
      isDeleted: z.boolean().optional().describe('It was not there then'),
    }),
  ),
  by: z.enum(['cli', 'quarterdeck']).describe('Who put them back'),
})

/** What can be done with sessions. Each is a command, the same that comes over sockets. */
export function createSessionRoutes({ hub, execute, audit, policy }: SessionParts): Route[] {
  /** By the caller's own id, if it gave one. */
  const run = (call: RouteCall, command: SessionCommand, commandId?: string) =>
    execute(command, { caller: call.caller, commandId })
  const idOf = (call: RouteCall) => call.params.id ?? ''
  /** Before it is done: what cannot be written down is not done. */
  const note = (call: RouteCall, event: string, facts: object) =>
    audit.write({ event, ...toWho(call.caller), sessionId: idOf(call), ...facts })
  const guard = (call: RouteCall, door: 'restore' | 'rewind', { dryRun, confirm }: RestoreVersion | RewindFiles) =>
    new FileGuard({ policy, audit }, { caller: call.caller, door, sessionId: idOf(call), isDryRun: dryRun, confirm })
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
      params: z.object(ofSession),
      errors: ['not_found'],
      handle: (call) => hub.describe(idOf(call)),
    }),
    defineRoute({
      method: 'GET',
      path: '/api/inbox',
      policy: 'signed_in',
      summary: 'Everything that waits for a person, over all sessions',
      query: z.strictObject(paging(1000)),
      answer: listOf(InboxItem),
      handle: ({ query }) => toPage(hub.listInbox(), query),
    }),
    defineRoute({
      method: 'POST',
      path: '/api/claude/sessions',
      policy: 'signed_in',
      summary: 'Start, resume, continue or fork a session',
      body: StartSession,
      status: 201,
      answer: z.object({ sessionId: z.string() }),
      errors: [
        'untrusted_folder',
        'not_allowed',
        'held_elsewhere',
        'not_found',
        'too_many_live',
        'cli_not_found',
        'cli_failed',
        'storage',
      ],
      handle: (call) => {
        const { commandId, ...request } = call.body
        return run(call, { ...request, kind: 'start' }, commandId)
      },
    }),
    defineRoute({
      method: 'POST',
      path: `${SESSION}/messages`,
      policy: 'signed_in',
      summary: 'Send a message; starts or resumes the process when needed',
      body: SendMessage,
      status: 202,
      params: z.object(ofSession),
      answer: Done,
      errors: [
        'not_found',
        'untrusted_folder',
        'not_allowed',
        'held_elsewhere',
        'too_many_live',
        'cli_not_found',
        'cli_failed',
        'storage',
      ],
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
      notes:
        'A request that was answered or withdrawn is `already_resolved`, with `by`, `behavior` and `at` as far as they are known; one that was never made is `not_found`.',
      body: DecidePermission,
      params: z.object(ofSession),
      answer: Decided,
      errors: ['not_found', 'already_resolved', 'input_changed', 'not_allowed', 'not_running', 'storage'],
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
      body: Nothing,
      status: 202,
      params: z.object(ofSession),
      answer: Done,
      errors: ['not_found', 'not_running', 'storage'],
      handle: (call) => run(call, { kind: 'interrupt', sessionId: idOf(call) }),
    }),
    defineRoute({
      method: 'POST',
      path: `${SESSION}/control`,
      policy: 'signed_in',
      summary: 'A control request of the list of allowed ones; answers with what the CLI said',
      body: ControlCommand,
      params: z.object(ofSession),
      answer: z.looseObject({}).describe('What the CLI answered'),
      errors: ['not_found', 'not_allowed', 'not_running', 'unsupported_by_cli', 'timed_out'],
      handle: (call) => {
        const { commandId, ...request } = call.body
        return run(call, { kind: 'control', sessionId: idOf(call), request }, commandId)
      },
    }),
    defineRoute({
      method: 'POST',
      path: `${SESSION}/keep`,
      policy: 'signed_in',
      summary: "Keep a session from the CLI's clean-up: a copy of it, which grows with it",
      body: Nothing,
      params: z.object(ofSession),
      answer: Done,
      errors: ['not_found', 'storage'],
      handle(call) {
        note(call, 'keep', {})
        return hub.keep(idOf(call))
      },
    }),
    defineRoute({
      method: 'POST',
      path: `${SESSION}/file-history/:name/restore`,
      policy: 'signed_in',
      summary: 'Put a version of a file back into the project, or say what that would change',
      body: RestoreVersion,
      params: z.object({ ...ofSession, name: z.string() }),
      answer: RestoredVersion,
      notes: PUT_BACK_NOTES,
      errors: ['not_found', 'not_allowed', 'untrusted_folder', 'needs_confirmation', 'changed_meanwhile', 'storage'],
      handle(call) {
        const { name = '' } = call.params
        return hub.restoreVersion(idOf(call), name, call.body, guard(call, 'restore', call.body))
      },
    }),
    defineRoute({
      method: 'POST',
      path: `${SESSION}/rewind`,
      policy: 'signed_in',
      summary: 'Put files back to how they were when a prompt was sent, or say what that would change',
      notes: `${PUT_BACK_NOTES} With \`confirm\`, those that are not in it are left alone (\`kind: "refused"\`), and so is all that is protected. Where Claude Code runs and would write any of these, it is not asked, and Quarterdeck puts back the rest.`,
      body: RewindFiles,
      params: z.object(ofSession),
      answer: Rewound,
      errors: [
        'not_found',
        'not_allowed',
        'untrusted_folder',
        'needs_confirmation',
        'changed_meanwhile',
        'not_running',
        'unsupported_by_cli',
        'timed_out',
        'storage',
      ],
      handle(call) {
        const { confirm } = call.body
        const request = { subtype: 'rewind_files', ...(confirm && { confirm }) }
        return hub.rewind(idOf(call), call.body, guard(call, 'rewind', call.body), (uuid) =>
          run(call, { kind: 'control', sessionId: idOf(call), request: { ...request, user_message_id: uuid } }),
        )
      },
    }),
    defineRoute({
      method: 'PATCH',
      path: SESSION,
      policy: 'signed_in',
      summary: 'Change title, tag and marks',
      body: UpdateSession,
      params: z.object(ofSession),
      answer: z.object({
        isPending: z.boolean().describe('It is written once nobody writes the session; it is shown already'),
      }),
      errors: ['not_found', 'not_allowed', 'storage'],
      handle: (call) => run(call, { kind: 'update', sessionId: idOf(call), ...call.body }),
    }),
    defineRoute({
      method: 'DELETE',
      path: SESSION,
      policy: 'signed_in',
      summary: 'End the process; the transcript stays',
      notes:
        'Where nothing runs, there is nothing to end, and that is no error. A process that is not of this server is left alone: `held_elsewhere`, with who it is in `heldBy`.',
      params: z.object(ofSession),
      answer: Done,
      errors: ['not_found', 'held_elsewhere', 'storage'],
      handle: (call) => run(call, { kind: 'stop', sessionId: idOf(call) }),
    }),
  ]
}
