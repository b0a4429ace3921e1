import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { readInside, restoreFile } from '@quarterdeck/archive'
import { z } from 'zod'
import { type Audit, toWho } from '../audit/audit-entry.ts'
import { findMainRoot } from '../files/find-main-root.ts'
import type { Caller } from '../gate/caller.ts'
import { ServerError } from '../server-error.ts'
import { folder } from './fields.ts'
import { openTrustedProject, type ProjectGate } from './open-trusted-project.ts'
import { defineRoute, type Route } from './route.ts'
import { withoutRule } from './without-rule.ts'

export interface RuleParts extends ProjectGate {
  /** Of the CLI, where the user's own settings are. */
  claudeDir: string
  audit: Audit
}

const SOURCES = ['user', 'project', 'local'] as const
type Source = (typeof SOURCES)[number]

/** The only files there are for this route; nothing that a caller sends becomes a part of a path but the project. */
const NAMES: Readonly<Record<Source, string>> = {
  user: 'settings.json',
  project: '.claude/settings.json',
  local: '.claude/settings.local.json',
}

const MAX_BYTES = 1024 * 1024

const RemoveRule = z.strictObject({
  source: z.enum(SOURCES).describe('Whose settings: `user` for every project, `project`, `local` for you in this one'),
  cwd: folder().optional().describe("The project; not for the user's own settings"),
  rule: z.string().min(1).max(10_000).describe('As it stands in the file'),
})

/** Rules that allow something for good can be taken back here; those that ask or deny cannot, since that would allow more. */
export function createRuleRoutes({ claudeDir, audit, ...gate }: RuleParts): Route[] {
  return [
    defineRoute({
      method: 'POST',
      path: '/api/claude/settings/remove-allow-rule',
      policy: 'signed_in',
      summary: 'Take a rule that allows something out of a settings file',
      notes: 'Only rules of `permissions.allow`, and only in a folder that is trusted. The rest of the file stays.',
      body: RemoveRule,
      answer: z.object({ paths: z.array(z.string()).describe('The files it stood in'), rule: z.string() }),
      errors: ['not_found', 'not_allowed', 'untrusted_folder', 'changed_meanwhile'],
      async handle({ body: { source, cwd, rule }, caller }) {
        const bases = await toBases(source, cwd)
        const paths = bases.flatMap((base) => (remove(base, source, rule, caller) ? [join(base, NAMES[source])] : []))
        if (paths.length > 0) return { paths, rule }
        const looked = bases.map((base) => `'${join(base, NAMES[source])}'`).join(' or ')
        throw new ServerError(
          'not_found',
          `There is no rule '${rule.slice(0, 200)}' that allows something in ${looked}.`,
        )
      },
    }),
  ]

  /** False where it does not stand there. */
  function remove(project: string, source: Source, rule: string, caller: Caller): boolean {
    const path = join(project, NAMES[source])
    const found = readInside(project, NAMES[source], MAX_BYTES)
    if (!Buffer.isBuffer(found)) {
      if (found.kind === 'missing') return false
      throw new ServerError('not_allowed', `'${path}' cannot be read: ${found.reason}.`)
    }
    const changed = withoutRule(found.toString('utf8'), rule)
    if (changed.kind === 'absent') return false
    if (changed.kind === 'malformed')
      throw new ServerError('not_allowed', `'${path}' is no JSON that can be changed here. Mend it in an editor.`)
    const note = (event: string) => audit.write({ event, ...toWho(caller), path, rule })
    note('rule_removed')
    const knownSha256 = createHash('sha256').update(found).digest('hex')
    const outcome = restoreFile({ project, path: NAMES[source], content: Buffer.from(changed.text), knownSha256 })
    if (outcome.kind === 'restored') return true
    note('rule_not_removed')
    if (outcome.kind === 'refused') throw new ServerError('not_allowed', `${outcome.reason}.`)
    throw new ServerError('changed_meanwhile', `'${path}' was changed meanwhile. Look at the rules again.`)
  }

  /** A person's own rules for a project are kept with its repository by newer CLIs, and in the folder itself by older ones. */
  async function toBases(source: Source, cwd: string | undefined): Promise<string[]> {
    if (source === 'user') return [claudeDir]
    if (cwd === undefined)
      throw new ServerError('bad_request', "'cwd' says which project it is about; only the user's settings need none.")
    const project = await openTrustedProject(cwd, gate)
    const root = source === 'local' ? findMainRoot(project) : null
    if (root === null || root === project || !gate.isTrusted(root)) return [project]
    return [await openTrustedProject(root, gate), project]
  }
}
