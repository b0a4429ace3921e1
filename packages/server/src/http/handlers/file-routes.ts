import { realpath } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { fileRoutes, MAX_UPLOAD_BYTES, type UploadFile } from '@quarterdeck/contract/routes'
import { type Audit, toWho } from '../../audit/audit-entry.ts'
import type { FileFinder } from '../../files/file-finder.ts'
import { isBelow } from '../../files/is-below.ts'
import { isProject, listFolders } from '../../files/list-folders.ts'
import type { Roots } from '../../files/roots.ts'
import { type Saving, saveUpload } from '../../files/save-upload.ts'
import type { SentFiles } from '../../files/sent-files.ts'
import type { TemporaryUploads } from '../../files/temporary-uploads.ts'
import { ServerError } from '../../server-error.ts'
import { type ServedRoute, serve } from '../app/serve.ts'
import { toPage } from './paging.ts'

export interface FileParts {
  roots: Roots
  finder: FileFinder
  uploads: TemporaryUploads
  sentFiles: SentFiles
  /** Whether the person has said that code may run in a folder. */
  isTrusted(path: string): boolean
  audit: Audit
}

const DEFAULT_FILES = 50

/** Names of files and folders, and files for a prompt. */
export function createFileRoutes({ roots, finder, uploads, sentFiles, isTrusted, audit }: FileParts): ServedRoute[] {
  return [
    serve(fileRoutes.find, async ({ query }) => {
      const { cwd, q = '', limit = DEFAULT_FILES, cursor } = query
      const project = await roots.resolve(cwd)
      const from = cursor === undefined ? 0 : Number.parseInt(cursor, 10) || 0
      // One more tells whether there is a next page.
      const { paths, isTruncated } = await finder.find(project, q, from + limit + 1)
      const { items, nextCursor } = toPage(paths, { limit, cursor })
      const found = items.map((path) => ({ path, kind: path.endsWith('/') ? ('folder' as const) : ('file' as const) }))
      return { items: found, nextCursor, isTruncated }
    }),
    serve(fileRoutes.folders, async ({ query }) => {
      const all = await roots.list()
      if (query.path === undefined) {
        const folders = all.map(async (path) => ({
          name: basename(path) || path,
          path,
          isProject: await isProject(path),
        }))
        return { ...toPage(await Promise.all(folders), query), path: null, parent: null, isTrusted: false }
      }
      const path = await roots.resolve(query.path)
      const above = dirname(path)
      const parent = above !== path && all.some((root) => isBelow(above, root)) ? above : null
      const folders = await listFolders(path, all, query.hidden === true).catch((error: Error) => {
        throw new ServerError('not_allowed', `The folder '${path}' cannot be read: ${error.message}.`)
      })
      return { ...toPage(folders, query), path, parent, isTrusted: isTrusted(path) }
    }),
    serve(fileRoutes.upload, async ({ body, caller }) => {
      const bytes = decode(body.data)
      const note = (own: string) => audit.write({ event: 'upload', ...toWho(caller), path: own, bytes: bytes.length })
      const path =
        body.cwd === undefined
          ? await uploads.save(body.name, bytes, note)
          : await saveInProject(body.cwd, body, bytes, note)
      sentFiles.note(path, bytes)
      return {
        path,
        name: basename(path),
        bytes: bytes.length,
        where: body.cwd === undefined ? ('temporary' as const) : ('project' as const),
      }
    }),
    serve(fileRoutes.takeBack, async ({ query: { path }, caller }) => {
      await sentFiles.takeBack(path, (event) =>
        audit.write({ event: `upload_${event === 'wanted' ? '' : 'not_'}taken_back`, ...toWho(caller), path }),
      )
      return {}
    }),
  ]

  async function saveInProject(
    cwd: string,
    { name, folder: inner = '' }: UploadFile,
    bytes: Buffer,
    note: Saving['note'],
  ): Promise<string> {
    const project = await roots.resolve(cwd)
    if (!isTrusted(project))
      throw new ServerError(
        'untrusted_folder',
        `'${project}' is new here. Start a session in it with trust: true first, or send the file without cwd.`,
      )
    const target = await realpath(join(project, inner)).catch(() => null)
    if (target === null || !isBelow(target, project))
      throw new ServerError('not_found', `There is no folder '${inner}' in '${project}'.`)
    return saveUpload(target, name, bytes, { inside: project, note })
  }
}

function decode(data: string): Buffer {
  const bytes = Buffer.from(data, 'base64')
  const padding = /={0,2}$/.exec(data)?.[0].length ?? 0
  // What is no base64 is passed over by Node, and would be missing.
  if (data.length % 4 !== 0 || bytes.length !== (data.length / 4) * 3 - padding)
    throw new ServerError('bad_request', "'data' is no base64. Send the bytes of the file in base64, with its padding.")
  if (bytes.length > MAX_UPLOAD_BYTES)
    throw new ServerError(
      'too_large',
      `The file has ${bytes.length} bytes, more than ${MAX_UPLOAD_BYTES}. Put it into the project yourself.`,
    )
  return bytes
}
