import type { SessionStatus } from '@quarterdeck/protocol/pure'
import { z } from 'zod'
import { ControlAnswer, Decided, Started, Updated } from '../command-results.ts'
import { InboxItem } from '../inbox-item.ts'
import {
  ControlCommand,
  DecidePermission,
  RestoreVersion,
  RewindFiles,
  SendMessage,
  StartSession,
  UpdateSession,
} from '../requests.ts'
import { SessionDetail } from '../session-detail.ts'
import { SessionList } from '../session-row.ts'
import { defineRoute } from './define-route.ts'
import { Done, folder, listOf, Nothing, ofSession, oneOf, paging, words } from './fields.ts'
import { VersionDiff } from './session-file-routes.ts'

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

const SessionsQuery = z.strictObject({
  project: folder().optional().describe('Only of this project'),
  branch: words('the name of a branch', 500).optional().describe('Only on this git branch'),
  tag: words('a tag', 200).optional().describe('Only with this tag'),
  status: oneOf(STATUSES).optional().describe('Only with this status'),
  q: words('words', 1000).optional().describe('Words in titles, prompts, paths and branches'),
  ...paging(10_000),
})

export const RestoredVersion = z.object({
  kind: z.enum(['restored', 'would-restore']),
  path: z.string(),
  diff: VersionDiff,
  currentSha256: z.string().nullable(),
})
export type RestoredVersion = z.infer<typeof RestoredVersion>

export const RewoundFile = z.object({
  path: z.string(),
  kind: z.enum(['restored', 'would-restore', 'changed', 'refused']),
  isDeleted: z.boolean().optional().describe('It was not there then'),
  diff: VersionDiff.optional(),
  currentSha256: z.string().nullable().optional().describe('Of what is in the file now, to be sent with `known`'),
  reason: z.string().optional().describe('Why it is not put back'),
})
export type RewoundFile = z.infer<typeof RewoundFile>

const RewoundFiles = z.object({
  files: z.array(RewoundFile),
  by: z.enum(['cli', 'quarterdeck']).describe('Who put them back'),
})

/** For both ways to put files back. */
const PUT_BACK_NOTES =
  'Only for a session whose folder is trusted and below the roots, and only files in it that this session has changed; a look (`dryRun`) is judged like the change. Never what is protected: the data of Quarterdeck and of Claude Code, `.git`, `.claude`, `.ssh`, `.gnupg`, what shells run when they start, and files with a second name. What programs obey by themselves (`CLAUDE*.md`, `.mcp.json`, `.github/workflows`, `.husky`, `.vscode` and the like) is `needs_confirmation`, with the `paths` to ask about, until `confirm` names each.'

export const sessionRoutes = {
  list: defineRoute({
    method: 'GET',
    path: '/api/claude/sessions',
    policy: 'signed_in',
    summary: 'Sessions, live and on disk, newest first',
    query: SessionsQuery,
    answer: SessionList,
  }),
  read: defineRoute({
    method: 'GET',
    path: '/api/claude/sessions/:id',
    policy: 'signed_in',
    summary: 'One session: its row, and what its messages amount to',
    answer: SessionDetail,
    params: z.object(ofSession),
    errors: ['not_found'],
  }),
  inbox: defineRoute({
    method: 'GET',
    path: '/api/inbox',
    policy: 'signed_in',
    summary: 'Everything that waits for a person, over all sessions',
    query: z.strictObject(paging(1000)),
    answer: listOf(InboxItem),
  }),
  start: defineRoute({
    method: 'POST',
    path: '/api/claude/sessions',
    policy: 'signed_in',
    summary: 'Start, resume, continue or fork a session',
    body: StartSession,
    status: 201,
    answer: Started,
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
  }),
  send: defineRoute({
    method: 'POST',
    path: '/api/claude/sessions/:id/messages',
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
  }),
  decide: defineRoute({
    method: 'POST',
    path: '/api/claude/sessions/:id/permission',
    policy: 'signed_in',
    summary: 'Answer a prompt of the CLI; the first answer counts',
    notes:
      'A request that was answered or withdrawn is `already_resolved`, with `by`, `behavior` and `at` as far as they are known; one that was never made is `not_found`.',
    body: DecidePermission,
    params: z.object(ofSession),
    answer: Decided,
    errors: ['not_found', 'already_resolved', 'input_changed', 'not_allowed', 'not_running', 'storage'],
  }),
  interrupt: defineRoute({
    method: 'POST',
    path: '/api/claude/sessions/:id/interrupt',
    policy: 'signed_in',
    summary: 'End the running turn',
    body: Nothing,
    status: 202,
    params: z.object(ofSession),
    answer: Done,
    errors: ['not_found', 'not_running', 'storage'],
  }),
  control: defineRoute({
    method: 'POST',
    path: '/api/claude/sessions/:id/control',
    policy: 'signed_in',
    summary: 'A control request of the list of allowed ones; answers with what the CLI said',
    body: ControlCommand,
    params: z.object(ofSession),
    answer: ControlAnswer,
    errors: ['not_found', 'not_allowed', 'not_running', 'unsupported_by_cli', 'timed_out'],
  }),
  keep: defineRoute({
    method: 'POST',
    path: '/api/claude/sessions/:id/keep',
    policy: 'signed_in',
    summary: "Keep a session from the CLI's clean-up: a copy of it, which grows with it",
    body: Nothing,
    params: z.object(ofSession),
    answer: Done,
    errors: ['not_found', 'storage'],
  }),
  restoreVersion: defineRoute({
    method: 'POST',
    path: '/api/claude/sessions/:id/file-history/:name/restore',
    policy: 'signed_in',
    summary: 'Put a version of a file back into the project, or say what that would change',
    notes: PUT_BACK_NOTES,
    body: RestoreVersion,
    params: z.object({ ...ofSession, name: z.string() }),
    answer: RestoredVersion,
    errors: ['not_found', 'not_allowed', 'untrusted_folder', 'needs_confirmation', 'changed_meanwhile', 'storage'],
  }),
  rewind: defineRoute({
    method: 'POST',
    path: '/api/claude/sessions/:id/rewind',
    policy: 'signed_in',
    summary: 'Put files back to how they were when a prompt was sent, or say what that would change',
    notes: `${PUT_BACK_NOTES} With \`confirm\`, those that are not in it are left alone (\`kind: "refused"\`), and so is all that is protected. Where Claude Code runs and would write any of these, it is not asked, and Quarterdeck puts back the rest.`,
    body: RewindFiles,
    params: z.object(ofSession),
    answer: RewoundFiles,
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
  }),
  update: defineRoute({
    method: 'PATCH',
    path: '/api/claude/sessions/:id',
    policy: 'signed_in',
    summary: 'Change title, tag and marks',
    body: UpdateSession,
    params: z.object(ofSession),
    answer: Updated,
    errors: ['not_found', 'not_allowed', 'storage'],
  }),
  stop: defineRoute({
    method: 'DELETE',
    path: '/api/claude/sessions/:id',
    policy: 'signed_in',
    summary: 'End the process; the transcript stays',
    notes:
      'Where nothing runs, there is nothing to end, and that is no error. A process that is not of this server is left alone: `held_elsewhere`, with who it is in `heldBy`.',
    params: z.object(ofSession),
    answer: Done,
    errors: ['not_found', 'held_elsewhere', 'storage'],
  }),
}
