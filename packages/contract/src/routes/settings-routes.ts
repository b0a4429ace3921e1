import { z } from 'zod'
import { defineRoute } from './define-route.ts'
import { folder } from './fields.ts'

const NEEDS_CONFIG =
  'What would allow more needs a server started with `--allow-config`: to add a rule of `allow`, and to remove one of `ask` or `deny`.'

const SOURCES = ['user', 'project', 'local'] as const

const BEHAVIOURS = ['allow', 'ask', 'deny'] as const

export const ChangeRule = z.strictObject({
  source: z.enum(SOURCES).describe('Whose settings: `user` for every project, `project`, `local` for you in this one'),
  cwd: folder().optional().describe("The project; not for the user's own settings"),
  behavior: z.enum(BEHAVIOURS).describe('What happens with what fits the rule'),
  rule: z.string().min(1).max(10_000).describe('As Claude Code writes rules: `Tool` or `Tool(what)`'),
})
export type ChangeRule = z.infer<typeof ChangeRule>

/** What may be set for all sessions from afar: nothing of it lets Claude do more than before. */
export const UserSettings = z.strictObject({
  cleanupPeriodDays: z.number().int().min(1).max(36_500).nullish().describe('How long sessions are kept, in days'),
  language: z
    .string()
    .regex(/^[\p{L}\p{M} ()-]{1,60}$/u, 'is no name of a language')
    .nullish()
    .describe('In which language Claude answers'),
  confirm: z
    .literal('delete_older')
    .optional()
    .describe('Needed where sessions would be kept for fewer days than now: Claude Code deletes older ones for good'),
})
export type UserSettings = z.infer<typeof UserSettings>

export const settingsRoutes = {
  addRule: defineRoute({
    method: 'POST',
    path: '/api/claude/settings/add-rule',
    policy: 'signed_in',
    summary: 'Write a rule of permission into a settings file',
    notes: `Only in a folder that is trusted. ${NEEDS_CONFIG} The rest of the file stays.`,
    body: ChangeRule,
    answer: z.object({ paths: z.array(z.string()).describe('The files it stands in now'), rule: z.string() }),
    errors: ['not_found', 'not_allowed', 'untrusted_folder', 'changed_meanwhile'],
  }),
  removeRule: defineRoute({
    method: 'POST',
    path: '/api/claude/settings/remove-rule',
    policy: 'signed_in',
    summary: 'Take a rule of permission out of a settings file',
    notes: `Only in a folder that is trusted. ${NEEDS_CONFIG} The rest of the file stays.`,
    body: ChangeRule,
    answer: z.object({ paths: z.array(z.string()).describe('The files it stood in'), rule: z.string() }),
    errors: ['not_found', 'not_allowed', 'untrusted_folder', 'changed_meanwhile'],
  }),
  changeUser: defineRoute({
    method: 'PATCH',
    path: '/api/claude/settings/user',
    policy: 'signed_in',
    summary: "Change a few of the user's settings, for all sessions that start from then on",
    notes:
      'In `settings.json` of the CLI; null takes a setting out of it. The rest of the file stays. What would let Claude Code delete sessions needs `confirm`.',
    body: UserSettings,
    answer: z.object({ path: z.string() }),
    errors: ['not_allowed', 'needs_confirmation', 'changed_meanwhile'],
  }),
}
