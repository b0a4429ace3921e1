import { join } from 'node:path'
import { z } from 'zod'
import { type Audit, toWho } from '../audit/audit-entry.ts'
import { findMainRoot } from '../files/find-main-root.ts'
import type { Caller } from '../gate/caller.ts'
import { ServerError } from '../server-error.ts'
import { changeSettings } from './change-settings.ts'
import { folder } from './fields.ts'
import { openTrustedProject, type ProjectGate } from './open-trusted-project.ts'
import { defineRoute, type Route } from './route.ts'
import { withoutRule } from './without-rule.ts'

export interface SettingsParts extends ProjectGate {
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

const RemoveRule = z.strictObject({
  source: z.enum(SOURCES).describe('Whose settings: `user` for every project, `project`, `local` for you in this one'),
  cwd: folder().optional().describe("The project; not for the user's own settings"),
  rule: z.string().min(1).max(10_000).describe('As it stands in the file'),
})

/** What may be set for all sessions from afar: nothing of it lets Claude do more than before. */
const UserSettings = z
  .strictObject({
    cleanupPeriodDays: z.number().int().min(1).max(36_500).nullish().describe('How long sessions are kept, in days'),
    alwaysThinkingEnabled: z.boolean().nullish().describe('Whether Claude thinks before it answers'),
    language: z.string().trim().min(1).max(100).nullish().describe('In which language Claude answers'),
    outputStyle: z.string().trim().min(1).max(200).nullish().describe('The output style of new sessions'),
  })
  .refine((settings) => Object.keys(settings).length > 0, 'Name at least one setting.')

/**
 * Rules that allow something for good can be taken back here; those that ask or deny cannot, since that would allow more. A few
 * settings of the user can be changed.
 */
export function createSettingsRoutes({ claudeDir, audit, ...gate }: SettingsParts): Route[] {
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
    defineRoute({
      method: 'PATCH',
      path: '/api/claude/settings/user',
      policy: 'signed_in',
      summary: "Change a few of the user's settings, for all sessions that start from then on",
      notes: 'In `settings.json` of the CLI; null takes a setting out of it. The rest of the file stays.',
      body: UserSettings,
      answer: z.object({ path: z.string() }),
      errors: ['not_allowed', 'changed_meanwhile'],
      handle({ body, caller }) {
        changeSettings({
          base: claudeDir,
          name: NAMES.user,
          change: (settings) =>
            Object.fromEntries(Object.entries({ ...settings, ...body }).filter(([, value]) => value !== null)),
          note: (event, path) =>
            audit.write({ event: `settings_${event}`, ...toWho(caller), path, settings: Object.keys(body) }),
        })
        return { path: join(claudeDir, NAMES.user) }
      },
    }),
  ]

  /** False where it does not stand there. */
  function remove(base: string, source: Source, rule: string, caller: Caller): boolean {
    return changeSettings({
      base,
      name: NAMES[source],
      change: (settings) => withoutRule(settings, rule),
      note: (event, path) =>
        audit.write({ event: event === 'wanted' ? 'rule_removed' : 'rule_not_removed', ...toWho(caller), path, rule }),
    })
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
