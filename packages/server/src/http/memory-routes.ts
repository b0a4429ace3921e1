import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { readInside, restoreFile } from '@quarterdeck/archive'
import { z } from 'zod'
import { type Audit, toWho } from '../audit/audit-entry.ts'
import { parseUtf8 } from '../files/parse-utf8.ts'
import { ServerError } from '../server-error.ts'
import { folder } from './fields.ts'
import { openTrustedProject, type ProjectGate } from './open-trusted-project.ts'
import { defineRoute, type Route } from './route.ts'

export interface MemoryParts extends ProjectGate {
  /** Of the CLI, where the user's own file is. */
  claudeDir: string
  audit: Audit
}

const KINDS = ['user', 'project', 'projectFolder', 'local'] as const
type Kind = (typeof KINDS)[number]

/** The only files there are for these routes; nothing that a caller sends becomes a part of a path but the project. */
const NAMES: Readonly<Record<Kind, string>> = {
  user: 'CLAUDE.md',
  project: 'CLAUDE.md',
  projectFolder: '.claude/CLAUDE.md',
  local: 'CLAUDE.local.md',
}

const MAX_BYTES = 1024 * 1024
const sha256 = z.string().regex(/^[0-9a-f]{64}$/, 'is not a SHA-256 in hex')

const MemoryFile = z.object({
  kind: z.enum(KINDS).describe('`user`: for every project; `local`: for you in this one'),
  path: z.string(),
  state: z.enum(['read', 'missing', 'unreadable', 'refused']),
  reason: z.string().nullable(),
  content: z.string().nullable(),
  sha256: z.string().nullable().describe('Of the content, to be sent with a change'),
})

const PutMemory = z.strictObject({
  kind: z.enum(KINDS).describe('Which file it is'),
  cwd: folder().optional().describe("The project; not for the user's own file"),
  content: z.string().max(MAX_BYTES).describe('The whole file, as it is to be'),
  knownSha256: sha256
    .nullable()
    .describe('Of what the person saw, null for no file: a file that holds anything else is left alone'),
})

/** What the CLI is told before every conversation. */
export function createMemoryRoutes({ claudeDir, audit, ...gate }: MemoryParts): Route[] {
  return [
    defineRoute({
      method: 'GET',
      path: '/api/claude/memory',
      policy: 'signed_in',
      summary: "The user's and the project's CLAUDE.md files",
      query: z.strictObject({ cwd: folder().optional().describe("With those of this project; else the user's alone") }),
      answer: z.object({ items: z.array(MemoryFile), nextCursor: z.null() }),
      errors: ['not_found', 'not_allowed', 'untrusted_folder'],
      async handle({ query: { cwd } }) {
        const project = cwd === undefined ? null : await openTrustedProject(cwd, gate)
        const kinds = KINDS.filter((kind) => kind === 'user' || project !== null)
        return { items: kinds.map((kind) => readMemory(kind, toBase(kind, project))), nextCursor: null }
      },
    }),
    defineRoute({
      method: 'PUT',
      path: '/api/claude/memory',
      policy: 'signed_in',
      summary: 'Write one of the CLAUDE.md files',
      notes: 'At most 1 MiB, and only in a folder that is trusted. What was read before must be in the file still.',
      body: PutMemory,
      maxBodyBytes: 4 * MAX_BYTES,
      answer: MemoryFile,
      errors: ['not_found', 'not_allowed', 'untrusted_folder', 'changed_meanwhile'],
      async handle({ body: { kind, cwd, content, knownSha256 }, caller }) {
        if (kind !== 'user' && cwd === undefined)
          throw new ServerError('bad_request', "'cwd' says which project it is about; only the user's file needs none.")
        const base = toBase(kind, cwd === undefined ? null : await openTrustedProject(cwd, gate))
        const bytes = Buffer.from(content)
        const path = join(base, NAMES[kind])
        audit.write({ event: 'memory', ...toWho(caller), path, bytes: bytes.length })
        const outcome = restoreFile({ project: base, path: NAMES[kind], content: bytes, knownSha256 })
        if (outcome.kind === 'refused') throw new ServerError('not_allowed', `${outcome.reason}.`)
        if (outcome.kind === 'changed')
          throw new ServerError(
            'changed_meanwhile',
            `'${path}' was changed meanwhile. Read it again before you write it.`,
          )
        return readMemory(kind, base)
      },
    }),
  ]

  function toBase(kind: Kind, project: string | null): string {
    return kind === 'user' || project === null ? claudeDir : project
  }
}

function readMemory(kind: Kind, base: string): z.infer<typeof MemoryFile> {
  const found = readInside(base, NAMES[kind], MAX_BYTES)
  const common = { kind, path: join(base, NAMES[kind]) }
  if (!Buffer.isBuffer(found))
    return { ...common, state: found.kind, reason: found.reason, content: null, sha256: null }
  const content = parseUtf8(found)
  if (content === null) {
    const reason = `${NAMES[kind]} is no UTF-8, and would be spoilt by being written here`
    return { ...common, state: 'unreadable', reason, content: null, sha256: null }
  }
  const sha = createHash('sha256').update(found).digest('hex')
  return { ...common, state: 'read', reason: null, content, sha256: sha }
}
