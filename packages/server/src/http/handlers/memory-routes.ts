import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { readInside, restoreFile } from '@quarterdeck/archive'
import { MAX_MEMORY_BYTES, MEMORY_KINDS, type MemoryFile, memoryRoutes } from '@quarterdeck/contract/routes'
import { type Audit, toWho } from '../../audit/audit-entry.ts'
import { parseUtf8 } from '../../files/parse-utf8.ts'
import { ServerError } from '../../server-error.ts'
import { type ServedRoute, serve } from '../app/serve.ts'
import { openTrustedProject, type ProjectGate } from './open-trusted-project.ts'

export interface MemoryParts extends ProjectGate {
  /** Of the CLI, where the user's own file is. */
  claudeDir: string
  audit: Audit
}

type Kind = MemoryFile['kind']

/** The only files there are for these routes; nothing that a caller sends becomes a part of a path but the project. */
const NAMES: Readonly<Record<Kind, string>> = {
  user: 'CLAUDE.md',
  project: 'CLAUDE.md',
  projectFolder: '.claude/CLAUDE.md',
  local: 'CLAUDE.local.md',
}

/** What the CLI is told before every conversation. */
export function createMemoryRoutes({ claudeDir, audit, ...gate }: MemoryParts): ServedRoute[] {
  return [
    serve(memoryRoutes.list, async ({ query: { cwd } }) => {
      const project = cwd === undefined ? null : await openTrustedProject(cwd, gate)
      const kinds = MEMORY_KINDS.filter((kind) => kind === 'user' || project !== null)
      return { items: kinds.map((kind) => readMemory(kind, toBase(kind, project))), nextCursor: null }
    }),
    serve(memoryRoutes.write, async ({ body: { kind, cwd, content, knownSha256 }, caller }) => {
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
    }),
  ]

  function toBase(kind: Kind, project: string | null): string {
    return kind === 'user' || project === null ? claudeDir : project
  }
}

function readMemory(kind: Kind, base: string): MemoryFile {
  const found = readInside(base, NAMES[kind], MAX_MEMORY_BYTES)
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
