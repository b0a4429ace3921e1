import { isUtf8 } from 'node:buffer'
import type { Archive, FileVersion as FoundVersion } from '@quarterdeck/archive'
import { type FileVersion, sessionFileRoutes, type VersionContent } from '@quarterdeck/contract/routes'
import { findTranscript } from '../../messages/find-transcript.ts'
import { ServerError } from '../../server-error.ts'
import { Answer } from '../app/answer.ts'
import { type ServedRoute, type SessionCall, serve } from '../app/serve.ts'
import type { MessageParts } from './message-routes.ts'
import { toPage } from './paging.ts'
import { toFound } from './to-found.ts'

export interface SessionFileParts {
  archive: Archive
  sources: MessageParts['sources']
}

/** What the CLI keeps beside a session's transcript. Of a session that has none yet, that is nothing. */
export function createSessionFileRoutes({ archive, sources }: SessionFileParts): ServedRoute[] {
  const open = (call: SessionCall) => findTranscript(archive, sources, call.params.id)
  return [
    serve(sessionFileRoutes.todos, async (call) => {
      const id = await open(call)
      const lists = (id && (await archive.side.readTodos(id))) || []
      return toPage(
        lists.map(({ agentId, source, items }) => ({ agentId, source, items })),
        call.query,
      )
    }),
    serve(sessionFileRoutes.versions, async (call) => {
      const id = await open(call)
      const versions = (id && (await archive.side.listFileVersions(id))) || []
      const { path } = call.query
      return toPage(versions.filter((one) => path === undefined || one.path === path).map(toVersion), call.query)
    }),
    serve(sessionFileRoutes.version, async (call) => {
      const { name } = call.params
      const id = await open(call)
      const missing = `There is no version '${name.slice(0, 100)}' in this session. GET …/file-history lists what there is.`
      const found = toFound(id === null ? null : await archive.side.readFileVersion(id, name), missing)
      if (call.query.raw === true) return toRaw(found, name)
      return toContent(id as string, name, found, call.query.to)
    }),
    serve(sessionFileRoutes.debug, async (call) => {
      // A session that has just begun has no transcript yet, and no log either.
      const id = (await open(call)) ?? call.params.id
      const missing = `There is no debug log of the session '${id}'. The CLI writes one when it is started with --debug.`
      const { text, offset, bytes } = toFound(archive.side.readDebugLog(id, call.query.tail), missing)
      return { text, offset, bytes }
    }),
    serve(sessionFileRoutes.tree, async (call) => {
      const id = await open(call)
      const { nodes, agents, leaf } = (id && (await archive.readTree(id))) || { nodes: [], agents: [], leaf: null }
      return { ...toPage(nodes, call.query), agents, leaf }
    }),
  ]

  async function toContent(
    id: string,
    name: string,
    found: FoundContent,
    to: string | undefined,
  ): Promise<VersionContent> {
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

type FoundContent = { kind: 'content'; content: Buffer } | { kind: 'absent' }

function toRaw(found: FoundContent, name: string): Answer {
  if (found.kind === 'absent') throw new ServerError('not_found', `There was no file at the version '${name}'.`)
  const headers = { 'content-disposition': 'attachment', 'content-security-policy': "default-src 'none'; sandbox" }
  return new Answer({ type: 'application/octet-stream', body: found.content, headers })
}

function toVersion({ messageId, atMs, ...version }: FoundVersion): FileVersion {
  const { name, path, isAbsent, sha256, bytes, toolUseId } = version
  const timestamp = atMs === null ? null : new Date(atMs).toISOString()
  return { name, path, isAbsent, sha256, bytes, messageUuid: messageId, toolUseId, timestamp }
}
