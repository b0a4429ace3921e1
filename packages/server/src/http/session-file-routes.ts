import { isUtf8 } from 'node:buffer'
import type { Archive, FileVersion } from '@quarterdeck/archive'
import { z } from 'zod'
import { findTranscript } from '../messages/find-transcript.ts'
import { ServerError } from '../server-error.ts'
import { Answer } from './answer.ts'
import { ofSession, wholeNumber, words, yes } from './fields.ts'
import type { MessageParts } from './message-routes.ts'
import { listOf, paging, toPage } from './paging.ts'
import { defineRoute, type Route, type RouteCall } from './route.ts'
import { toFound } from './to-found.ts'

const SESSION = '/api/claude/sessions/:id'

const TodoList = z.object({
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

const Version = z.object({
  name: z.string().describe('Unique in the session'),
  path: z.string().nullable().describe('Null for a copy of which no line tells the path'),
  isAbsent: z.boolean().describe('The file was not there at all'),
  sha256: z.string().nullable(),
  bytes: z.number().nullable(),
  messageUuid: z.string().nullable().describe('The message that saved or changed it'),
  toolUseId: z.string().nullable().describe('The call that changed the file, from this state or to it'),
  timestamp: z.string().nullable(),
})

const Diff = z.object({
  kind: z.enum(['diff', 'same', 'binary', 'too-large']),
  patch: z.string().optional().describe('As `diff -u` writes it'),
  added: z.number().optional(),
  removed: z.number().optional(),
  isCoarse: z.boolean().optional().describe('Too much was changed to find the shortest way'),
})

const VersionContent = z.object({
  name: z.string(),
  path: z.string().nullable(),
  isAbsent: z.boolean(),
  bytes: z.number(),
  encoding: z.enum(['utf8', 'base64']).describe('`base64` where it is no text'),
  content: z.string().nullable().describe('Null where there was no file'),
  diff: Diff.optional().describe('With `to`: from this version to that one'),
})

const Tree = z.object({
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

const DebugText = z.object({
  text: z.string().describe('Its end, from the beginning of a line'),
  offset: z.number().describe('Where the text begins in the file; 0 when it is whole'),
  bytes: z.number().describe('Of the whole file'),
})

const MAX_TAIL_BYTES = 4 * 1024 * 1024

export interface SessionFileParts {
  archive: Archive
  sources: MessageParts['sources']
}

/** What the CLI keeps beside a session's transcript. Of a session that has none yet, that is nothing. */
export function createSessionFileRoutes({ archive, sources }: SessionFileParts): Route[] {
  const open = (call: RouteCall) => findTranscript(archive, sources, call.params.id ?? '')
  return [
    defineRoute({
      method: 'GET',
      path: `${SESSION}/todos`,
      policy: 'signed_in',
      summary: 'Lists of things to do, of the session and of its agents',
      params: z.object(ofSession),
      query: z.strictObject(paging(1000)),
      answer: listOf(TodoList),
      errors: ['not_found'],
      async handle(call) {
        const id = await open(call)
        const lists = (id && (await archive.side.readTodos(id))) || []
        return toPage(
          lists.map(({ agentId, source, items }) => ({ agentId, source, items })),
          call.query,
        )
      },
    }),
    defineRoute({
      method: 'GET',
      path: `${SESSION}/file-history`,
      policy: 'signed_in',
      summary: 'Every version of every file that the session touched, oldest first',
      params: z.object(ofSession),
      query: z.strictObject({
        path: words('the path of a file').optional().describe('Only of this file'),
        ...paging(10_000),
      }),
      answer: listOf(Version),
      errors: ['not_found'],
      async handle(call) {
        const id = await open(call)
        const versions = (id && (await archive.side.listFileVersions(id))) || []
        const { path } = call.query
        return toPage(versions.filter((one) => path === undefined || one.path === path).map(toVersion), call.query)
      },
    }),
    defineRoute({
      method: 'GET',
      path: `${SESSION}/file-history/:name`,
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
      async handle(call) {
        const { name = '' } = call.params
        const id = await open(call)
        const missing = `There is no version '${name.slice(0, 100)}' in this session. GET …/file-history lists what there is.`
        const found = toFound(id === null ? null : await archive.side.readFileVersion(id, name), missing)
        if (call.query.raw === true) return toRaw(found, name)
        return toContent(id as string, name, found, call.query.to)
      },
    }),
    defineRoute({
      method: 'GET',
      path: `${SESSION}/debug`,
      policy: 'signed_in',
      summary: "The end of the CLI's debug log of a session",
      params: z.object(ofSession),
      query: z.strictObject({
        tail: wholeNumber(1, MAX_TAIL_BYTES).optional().describe('So many bytes of its end; 256 KiB if it is not said'),
      }),
      answer: DebugText,
      errors: ['not_found', 'not_allowed'],
      async handle(call) {
        // A session that has just begun has no transcript yet, and no log either.
        const id = (await open(call)) ?? call.params.id ?? ''
        const missing = `There is no debug log of the session '${id}'. The CLI writes one when it is started with --debug.`
        const { text, offset, bytes } = toFound(archive.side.readDebugLog(id, call.query.tail), missing)
        return { text, offset, bytes }
      },
    }),
    defineRoute({
      method: 'GET',
      path: `${SESSION}/tree`,
      policy: 'signed_in',
      summary: 'Which message stands behind which: branches, and agents with the call that started them',
      params: z.object(ofSession),
      query: z.strictObject(paging(1_000_000)),
      answer: Tree,
      errors: ['not_found'],
      async handle(call) {
        const id = await open(call)
        const { nodes, agents, leaf } = (id && (await archive.readTree(id))) || { nodes: [], agents: [], leaf: null }
        return { ...toPage(nodes, call.query), agents, leaf }
      },
    }),
  ]

  async function toContent(id: string, name: string, found: FoundVersion, to: string | undefined) {
    const versions = (await archive.side.listFileVersions(id)) ?? []
    const content = found.kind === 'content' ? found.content : null
    const isText = content === null || isUtf8(content)
    const missing = `There is no version '${to}' in this session. GET …/file-history lists what there is.`
    const diff = to === undefined ? null : toFound(await archive.side.diffFileVersions(id, name, to), missing)
    return {
      name,
      path: versions.find((version) => version.name === name)?.path ?? null,
      isAbsent: content === null,
      bytes: content?.length ?? 0,
      encoding: isText ? 'utf8' : 'base64',
      content: content?.toString(isText ? 'utf8' : 'base64') ?? null,
      ...(diff && { diff }),
    }
  }
}

type FoundVersion = { kind: 'content'; content: Buffer } | { kind: 'absent' }

function toRaw(found: FoundVersion, name: string): Answer {
  if (found.kind === 'absent') throw new ServerError('not_found', `There was no file at the version '${name}'.`)
  const headers = { 'content-disposition': 'attachment', 'content-security-policy': "default-src 'none'; sandbox" }
  return new Answer({ type: 'application/octet-stream', body: found.content, headers })
}

function toVersion({ messageId, atMs, ...version }: FileVersion): z.infer<typeof Version> {
  const { name, path, isAbsent, sha256, bytes, toolUseId } = version
  const timestamp = atMs === null ? null : new Date(atMs).toISOString()
  return { name, path, isAbsent, sha256, bytes, messageUuid: messageId, toolUseId, timestamp }
}
