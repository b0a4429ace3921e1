import { z } from 'zod'
import { defineRoute } from './define-route.ts'
import { folder, listOf, paging, words, yes } from './fields.ts'

export const MAX_UPLOAD_BYTES = 10 * 1024 * 1024

/** Base64, and what stands around it. */
const MAX_UPLOAD_BODY_BYTES = Math.ceil(MAX_UPLOAD_BYTES / 3) * 4 + 64 * 1024

export const FolderRow = z.object({
  name: z.string(),
  path: z.string(),
  isProject: z.boolean().describe('It has a repository, or settings of the CLI, in it'),
})
export type FolderRow = z.infer<typeof FolderRow>

export const UploadFile = z.strictObject({
  name: z.string().min(1).max(1000).describe('What it is called; the file gets a name like it'),
  data: z.string().describe('Its bytes in base64'),
  cwd: folder()
    .optional()
    .describe('The project to put it into; without one it is kept in a folder of ours for a week'),
  folder: z.string().max(4096).optional().describe('Where in the project: `.quarterdeck/uploads`, and nowhere else'),
})
export type UploadFile = z.infer<typeof UploadFile>

export const fileRoutes = {
  find: defineRoute({
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
  }),
  folders: defineRoute({
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
      ...listOf(FolderRow).shape,
      path: z.string().nullable().describe('The real path of the folder; null for the roots'),
      parent: z.string().nullable().describe('The folder above, where that may be looked into'),
      isTrusted: z.boolean().describe('A session can be started in it without `trust: true`; false for the roots'),
    }),
    errors: ['not_found', 'not_allowed'],
  }),
  upload: defineRoute({
    method: 'POST',
    path: '/api/uploads',
    policy: 'signed_in',
    summary: 'A file for a prompt, into a project or a folder of ours',
    notes:
      'At most 10 MiB. No file is ever replaced: a second one of the same name gets a number. Into a project only where its folder is trusted, and there into `.quarterdeck/uploads`, which git does not look at; a file that Claude Code would take for instructions, such as `CLAUDE.md`, is called `file-CLAUDE.md`. A project whose `.quarterdeck` is the data of Quarterdeck itself gets it in the temporary folder. Claude reads files of the project without asking, and asks for those elsewhere.',
    body: UploadFile,
    maxBodyBytes: MAX_UPLOAD_BODY_BYTES,
    status: 201,
    answer: z.object({
      path: z.string().describe('To be named in a prompt'),
      name: z.string(),
      bytes: z.number(),
      where: z.enum(['project', 'temporary']),
    }),
    errors: ['not_found', 'not_allowed', 'untrusted_folder', 'storage'],
  }),
  takeBack: defineRoute({
    method: 'DELETE',
    path: '/api/uploads',
    policy: 'signed_in',
    summary: 'Take back a file that was sent for a prompt',
    notes:
      'Only a file that was sent here since the server started, and only as it was sent: one that has changed stays. One that is gone already is no error.',
    query: z.strictObject({ path: z.string().max(4096).describe('As it was answered when the file was sent') }),
    answer: z.object({}),
    errors: ['not_found', 'changed_meanwhile', 'storage'],
  }),
}
