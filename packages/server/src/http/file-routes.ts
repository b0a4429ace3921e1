import { basename, dirname, join } from 'node:path'
import { z } from 'zod'
import { type Audit, toWho } from '../audit/audit-entry.ts'
import type { FileFinder } from '../files/file-finder.ts'
import { isBelow } from '../files/is-below.ts'
import { isProject, listFolders } from '../files/list-folders.ts'
import { openProjectUploads, UPLOADS } from '../files/project-uploads.ts'
import type { Roots } from '../files/roots.ts'
import { type Saving, saveUpload } from '../files/save-upload.ts'
import type { SentFiles } from '../files/sent-files.ts'
import type { TemporaryUploads } from '../files/temporary-uploads.ts'
import { FileGuard } from '../hub/commands/file-guard.ts'
import type { PolicyContext } from '../policy/policy-options.ts'
import { ServerError } from '../server-error.ts'
import { folder, words, yes } from './fields.ts'
import { listOf, paging, toPage } from './paging.ts'
import { defineRoute, type Route } from './route.ts'

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
const MAX_UPLOAD_BYTES = 10 * 1024 * 1024
/** Base64, and what stands around it. */
const MAX_UPLOAD_BODY_BYTES = Math.ceil(MAX_UPLOAD_BYTES / 3) * 4 + 64 * 1024

const Folder = z.object({
  name: z.string(),
  path: z.string(),
  isProject: z.boolean().describe('It has a repository, or settings of the CLI, in it'),
})

const Upload = z.strictObject({
  name: z.string().min(1).max(1000).describe('What it is called; the file gets a name like it'),
  data: z.string().describe('Its bytes in base64'),
  cwd: folder()
    .optional()
    .describe('The project to put it into; without one it is kept in a folder of ours for a week'),
  folder: z.string().max(4096).optional().describe(`Where in the project: \`${UPLOADS}\`, and nowhere else`),
})

/** Names of files and folders, and files for a prompt. */
export function createFileRoutes({ roots, finder, uploads, sentFiles, isTrusted, policy, audit }: FileParts): Route[] {
  return [
    defineRoute({
      method: 'GET',
      path: '/api/files',
      policy: 'signed_in',
      summary: 'Names of files in a project, for completion after `@`',
      notes:
        'What `.gitignore` files leave out, and folders such as `.git` and `node_modules`, are not looked at; links are not followed, and nothing of the project is run.',
      query: z.strictObject({
        cwd: folder().describe('The project'),
        q: words('what was typed of the name', 500)
          .optional()
          .describe('What was typed of the name: letters in their order are enough'),
        ...paging(1000),
      }),
      answer: z.object({
        items: z.array(
          z.object({ path: z.string().describe('From the top of the project'), kind: z.enum(['file', 'folder']) }),
        ),
        nextCursor: z.string().nullable(),
        isTruncated: z.boolean().describe('The project has more files than are looked at'),
      }),
      errors: ['not_found', 'not_allowed'],
      async handle({ query }) {
        const { cwd, q = '', limit = DEFAULT_FILES, cursor } = query
        const project = await roots.resolve(cwd)
        const from = cursor === undefined ? 0 : Number.parseInt(cursor, 10) || 0
        // One more tells whether there is a next page.
        const { paths, isTruncated } = await finder.find(project, q, from + limit + 1)
        const { items, nextCursor } = toPage(paths, { limit, cursor })
        const found = items.map((path) => ({ path, kind: path.endsWith('/') ? 'folder' : 'file' }))
        return { items: found, nextCursor, isTruncated }
      },
    }),
    defineRoute({
      method: 'GET',
      path: '/api/folders',
      policy: 'signed_in',
      summary: 'Folders to choose from, below the roots',
      notes:
        'Without `path`, the roots: those of `--root`, or else the home folder and every known project. Links are listed where they lead to a folder below a root.',
      query: z.strictObject({
        path: folder().optional().describe('The folder to look into'),
        hidden: yes().optional().describe('With folders whose names begin with a dot'),
        ...paging(10_000),
      }),
      answer: z.object({
        ...listOf(Folder).shape,
        path: z.string().nullable().describe('The real path of the folder; null for the roots'),
        parent: z.string().nullable().describe('The folder above, where that may be looked into'),
        isTrusted: z.boolean().describe('A session can be started in it without `trust: true`; false for the roots'),
      }),
      errors: ['not_found', 'not_allowed'],
      async handle({ query }) {
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
      },
    }),
    defineRoute({
      method: 'POST',
      path: '/api/uploads',
      policy: 'signed_in',
      summary: 'A file for a prompt, into a project or a folder of ours',
      notes:
        'At most 10 MiB. No file is ever replaced: a second one of the same name gets a number. Into a project only where its folder is trusted, and there into `.quarterdeck/uploads`, which git does not look at; a file that Claude Code would take for instructions, such as `CLAUDE.md`, is called `file-CLAUDE.md`. A project whose `.quarterdeck` is the data of Quarterdeck itself gets it in the temporary folder. Claude reads files of the project without asking, and asks for those elsewhere.',
      body: Upload,
      maxBodyBytes: MAX_UPLOAD_BODY_BYTES,
      status: 201,
      answer: z.object({
        path: z.string().describe('To be named in a prompt'),
        name: z.string(),
        bytes: z.number(),
        where: z.enum(['project', 'temporary']),
      }),
      errors: ['not_found', 'not_allowed', 'untrusted_folder', 'storage'],
      async handle({ body, caller }) {
        const bytes = decode(body.data)
        const guard = new FileGuard({ policy, audit }, { caller, door: 'upload' })
        const note = (own: string) => guard.note({ path: own, bytes: bytes.length })
        const project = toProject(body, guard)
        const path =
          project === null
            ? await uploads.save(body.name, bytes, note)
            : await saveInProject(project, body.name, bytes, { note, guard })
        sentFiles.note(path, bytes)
        return { path, name: basename(path), bytes: bytes.length, where: project === null ? 'temporary' : 'project' }
      },
    }),
    defineRoute({
      method: 'DELETE',
      path: '/api/uploads',
      policy: 'signed_in',
      summary: 'Take back a file that was sent for a prompt',
      notes:
        'Only a file that was sent here since the server started, and only as it was sent: one that has changed stays. One that is gone already is no error.',
      query: z.strictObject({ path: z.string().max(4096).describe('As it was answered when the file was sent') }),
      answer: z.object({}),
      errors: ['not_found', 'changed_meanwhile', 'storage'],
      async handle({ query: { path }, caller }) {
        await sentFiles.takeBack(path, (event) =>
          audit.write({ event: `upload_${event === 'wanted' ? '' : 'not_'}taken_back`, ...toWho(caller), path }),
        )
        return {}
      },
    }),
  ]

  /** The real folder of the project; null for the temporary folder. */
  function toProject({ cwd, folder: inner = UPLOADS }: z.infer<typeof Upload>, guard: FileGuard): string | null {
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
