import { basename, dirname, join } from 'node:path'
import { fileRoutes, MAX_UPLOAD_BYTES, type UploadFile } from '@quarterdeck/contract/routes'
import { type Audit, toWho } from '../../audit/audit-entry.ts'
import type { FileFinder } from '../../files/file-finder.ts'
import { isBelow } from '../../files/is-below.ts'
import { isProject, listFolders } from '../../files/list-folders.ts'
import { openProjectUploads, UPLOADS } from '../../files/project-uploads.ts'
import type { Roots } from '../../files/roots.ts'
import { type Saving, saveUpload } from '../../files/save-upload.ts'
import type { SentFiles } from '../../files/sent-files.ts'
import type { TemporaryUploads } from '../../files/temporary-uploads.ts'
import { FileGuard } from '../../hub/commands/file-guard.ts'
import type { PolicyContext } from '../../policy/policy-options.ts'
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
  policy: PolicyContext
  audit: Audit
}

const DEFAULT_FILES = 50

/** Names of files and folders, and files for a prompt. */
export function createFileRoutes({
  roots,
  finder,
  uploads,
  sentFiles,
  isTrusted,
  policy,
  audit,
}: FileParts): ServedRoute[] {
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
      const guard = new FileGuard({ policy, audit }, { caller, door: 'upload' })
      const note = (own: string) => guard.note({ path: own, bytes: bytes.length })
      const project = toProject(body, guard)
      const path =
        project === null
          ? await uploads.save(body.name, bytes, note)
          : await saveInProject(project, body.name, bytes, { note, guard })
      sentFiles.note(path, bytes)
      const where = project === null ? ('temporary' as const) : ('project' as const)
      return { path, name: basename(path), bytes: bytes.length, where }
    }),
    serve(fileRoutes.takeBack, async ({ query: { path }, caller }) => {
      await sentFiles.takeBack(path, (event) =>
        audit.write({ event: `upload_${event === 'wanted' ? '' : 'not_'}taken_back`, ...toWho(caller), path }),
      )
      return {}
    }),
  ]

  /** The real folder of the project; null for the temporary folder. */
  function toProject({ cwd, folder: inner = UPLOADS }: UploadFile, guard: FileGuard): string | null {
    if (inner !== UPLOADS)
      guard.fail(inner, `Files for a prompt go into '${UPLOADS}' of a project and nowhere else. Leave 'folder' out`)
    if (cwd === undefined) return null
    const project = guard.assertProject(cwd)
    // In the home folder, that is where our own data is.
    return policy.classify(join(project, UPLOADS)).kind === 'protected' ? null : project
  }

  async function saveInProject(
    project: string,
    name: string,
    bytes: Buffer,
    { note, guard }: Pick<Saving, 'note'> & { guard: FileGuard },
  ): Promise<string> {
    const folder = openProjectUploads(project)
    if (folder === null)
      return guard.fail(
        join(project, UPLOADS),
        `'${UPLOADS}' in '${project}' is a link, or no folder. Move it away, or send the file without cwd`,
      )
    const isFree = (path: string) => policy.classify(path).kind === 'ordinary'
    return saveUpload(folder, name, bytes, { isFree, note }).finally(() => folder.close())
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
