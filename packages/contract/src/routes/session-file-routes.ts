import { z } from 'zod'
import { defineRoute } from './define-route.ts'
import { listOf, ofSession, paging, wholeNumber, words, yes } from './fields.ts'

export const TodoList = z.object({
  agentId: z.string().nullable().describe("Null for the session's own list"),
  source: z.enum(['todos', 'tasks', 'transcript']).describe('Where it was found'),
  items: z.array(
    z.object({
      id: z.string().nullable(),
      subject: z.string(),
      description: z.string().nullable(),
      activeForm: z.string().nullable().describe('What to show while it is being done'),
      status: z.string().describe('`pending`, `in_progress`, `completed`, or what a newer CLI says'),
      owner: z.string().nullable(),
      blocks: z.array(z.string()),
      blockedBy: z.array(z.string()),
    }),
  ),
})
export type TodoList = z.infer<typeof TodoList>

export const FileVersion = z.object({
  name: z.string().describe('Unique in the session'),
  path: z.string().nullable().describe('Null for a copy of which no line tells the path'),
  isAbsent: z.boolean().describe('The file was not there at all'),
  sha256: z.string().nullable(),
  bytes: z.number().nullable(),
  messageUuid: z.string().nullable().describe('The message that saved or changed it'),
  toolUseId: z.string().nullable().describe('The call that changed the file, from this state or to it'),
  timestamp: z.string().nullable(),
})
export type FileVersion = z.infer<typeof FileVersion>

export const VersionDiff = z.object({
  kind: z.enum(['diff', 'same', 'binary', 'too-large']),
  patch: z.string().optional().describe('As `diff -u` writes it'),
  added: z.number().optional(),
  removed: z.number().optional(),
  isCoarse: z.boolean().optional().describe('Too much was changed to find the shortest way'),
})

export type VersionDiff = z.infer<typeof VersionDiff>

export const VersionContent = z.object({
  name: z.string(),
  path: z.string().nullable(),
  isAbsent: z.boolean(),
  bytes: z.number(),
  encoding: z.enum(['utf8', 'base64']).describe('`base64` where it is no text'),
  content: z.string().nullable().describe('Null where there was no file'),
  diff: VersionDiff.optional().describe('With `to`: from this version to that one'),
})
export type VersionContent = z.infer<typeof VersionContent>

export const MessageTree = z.object({
  items: z.array(
    z.object({
      uuid: z.string(),
      parentUuid: z.string().nullable(),
      type: z.string(),
      agentId: z.string().nullable(),
      timestamp: z.string().nullable(),
      isCurrent: z.boolean().describe('It leads to the newest message; what was rewound does not'),
      text: z.string().describe('How it begins'),
    }),
  ),
  nextCursor: z.string().nullable(),
  agents: z.array(
    z.object({ agentId: z.string(), toolUseId: z.string().nullable(), parentAgentId: z.string().nullable() }),
  ),
  leaf: z.string().nullable().describe('The newest message of the current branch'),
})
export type MessageTree = z.infer<typeof MessageTree>

const DebugText = z.object({
  text: z.string().describe('Its end, from the beginning of a line'),
  offset: z.number().describe('Where the text begins in the file; 0 when it is whole'),
  bytes: z.number().describe('Of the whole file'),
})

const MAX_TAIL_BYTES = 4 * 1024 * 1024

export const sessionFileRoutes = {
  todos: defineRoute({
    method: 'GET',
    path: '/api/claude/sessions/:id/todos',
    policy: 'signed_in',
    summary: 'Lists of things to do, of the session and of its agents',
    params: z.object(ofSession),
    query: z.strictObject(paging(1000)),
    answer: listOf(TodoList),
    errors: ['not_found'],
  }),
  versions: defineRoute({
    method: 'GET',
    path: '/api/claude/sessions/:id/file-history',
    policy: 'signed_in',
    summary: 'Every version of every file that the session touched, oldest first',
    params: z.object(ofSession),
    query: z.strictObject({
      path: words('the path of a file').optional().describe('Only of this file'),
      ...paging(10_000),
    }),
    answer: listOf(FileVersion),
    errors: ['not_found'],
  }),
  version: defineRoute({
    method: 'GET',
    path: '/api/claude/sessions/:id/file-history/:name',
    policy: 'signed_in',
    summary: 'A version of a file by its name',
    params: z.object({ ...ofSession, name: z.string().max(300, 'is no version of a file') }),
    query: z.strictObject({
      to: words('the name of a version', 300)
        .optional()
        .describe('The name of another version, for a diff from this one to that'),
      raw: yes().optional().describe('The bytes alone'),
    }),
    answer: VersionContent,
    media: { 'application/octet-stream': 'With `raw=1`: the bytes as they are, to be saved' },
    errors: ['not_found', 'not_allowed'],
  }),
  debug: defineRoute({
    method: 'GET',
    path: '/api/claude/sessions/:id/debug',
    policy: 'signed_in',
    summary: "The end of the CLI's debug log of a session",
    params: z.object(ofSession),
    query: z.strictObject({
      tail: wholeNumber(1, MAX_TAIL_BYTES).optional().describe('So many bytes of its end; 256 KiB if it is not said'),
    }),
    answer: DebugText,
    errors: ['not_found', 'not_allowed'],
  }),
  tree: defineRoute({
    method: 'GET',
    path: '/api/claude/sessions/:id/tree',
    policy: 'signed_in',
    summary: 'Which message stands behind which: branches, and agents with the call that started them',
    params: z.object(ofSession),
    query: z.strictObject(paging(1_000_000)),
    answer: MessageTree,
    errors: ['not_found'],
  }),
}
