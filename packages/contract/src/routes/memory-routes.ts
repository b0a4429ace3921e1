import { z } from 'zod'
import { defineRoute } from './define-route.ts'
import { folder, sha256 } from './fields.ts'

export const MEMORY_KINDS = ['user', 'project', 'projectFolder', 'local'] as const

export const MAX_MEMORY_BYTES = 1024 * 1024

export const MemoryFile = z.object({
  kind: z.enum(MEMORY_KINDS).describe('`user`: for every project; `local`: for you in this one'),
  path: z.string(),
  state: z.enum(['read', 'missing', 'unreadable', 'refused']),
  reason: z.string().nullable(),
  content: z.string().nullable(),
  sha256: z.string().nullable().describe('Of the content, to be sent with a change'),
})
export type MemoryFile = z.infer<typeof MemoryFile>

export const PutMemory = z.strictObject({
  kind: z.enum(MEMORY_KINDS).describe('Which file it is'),
  cwd: folder().optional().describe("The project; not for the user's own file"),
  content: z.string().max(MAX_MEMORY_BYTES).describe('The whole file, as it is to be'),
  knownSha256: sha256()
    .nullable()
    .describe('Of what the person saw, null for no file: a file that holds anything else is left alone'),
})
export type PutMemory = z.infer<typeof PutMemory>

export const memoryRoutes = {
  list: defineRoute({
    method: 'GET',
    path: '/api/claude/memory',
    policy: 'signed_in',
    summary: "The user's and the project's CLAUDE.md files",
    query: z.strictObject({ cwd: folder().optional().describe("With those of this project; else the user's alone") }),
    answer: z.object({ items: z.array(MemoryFile), nextCursor: z.null() }),
    errors: ['not_found', 'not_allowed', 'untrusted_folder'],
  }),
  write: defineRoute({
    method: 'PUT',
    path: '/api/claude/memory',
    policy: 'signed_in',
    summary: 'Write one of the CLAUDE.md files',
    notes: 'At most 1 MiB, and only in a folder that is trusted. What was read before must be in the file still.',
    body: PutMemory,
    maxBodyBytes: 4 * MAX_MEMORY_BYTES,
    answer: MemoryFile,
    errors: ['not_found', 'not_allowed', 'untrusted_folder', 'changed_meanwhile'],
  }),
}
