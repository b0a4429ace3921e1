import { z } from 'zod'
import { defineRoute } from './define-route.ts'
import { folder, listOf, paging, words } from './fields.ts'

export const PromptItem = z.object({
  display: z.string().describe('As it was shown, with placeholders for what was pasted'),
  text: z.string().describe('With what was pasted in its place'),
  project: z.string().nullable(),
  sessionId: z.string().nullable(),
  timestamp: z.string().nullable(),
  pastes: z.array(
    z.object({
      id: z.number(),
      type: z.string(),
      content: z.string().nullable().describe('Null where the copy is gone'),
      contentHash: z.string().nullable(),
      filename: z.string().nullable(),
    }),
  ),
})
export type PromptItem = z.infer<typeof PromptItem>

export const PlanRow = z.object({
  name: z.string(),
  title: z.string().nullable().describe('Its first heading'),
  bytes: z.number(),
  modified: z.string(),
  sessionIds: z.array(z.string()).describe('The sessions that wrote it'),
})
export type PlanRow = z.infer<typeof PlanRow>

export const SettingsAnswer = z.object({
  settings: z.looseObject({}).describe('What the CLI would go by. What looks like a secret is hidden'),
  provenance: z
    .record(z.string(), z.array(z.enum(['user', 'project', 'local', 'managed'])))
    .describe('Who gave the value of each path'),
  layers: z
    .array(
      z.object({
        source: z.enum(['user', 'project', 'local', 'managed']),
        folder: z.string(),
        file: z.string(),
        state: z.enum(['read', 'malformed', 'missing', 'unreadable', 'refused']),
        reason: z.string().nullable(),
        settings: z.looseObject({}),
      }),
    )
    .describe('Every file that was looked for, weakest first'),
})
export type SettingsAnswer = z.infer<typeof SettingsAnswer>

export const directoryRoutes = {
  prompts: defineRoute({
    method: 'GET',
    path: '/api/claude/history',
    policy: 'signed_in',
    summary: 'What was typed in a terminal or sent here, newest first',
    notes: 'A page may be short, or empty, and still have a next one.',
    query: z.strictObject({
      q: words('words that stand in the prompt', 1000).optional().describe('Words that must stand in it'),
      project: folder().optional().describe('Only in this project'),
      session: words('the id of a session', 100).optional().describe('Only in this session'),
      ...paging(1000),
    }),
    answer: listOf(PromptItem),
  }),
  paste: defineRoute({
    method: 'GET',
    path: '/api/claude/paste/:hash',
    policy: 'signed_in',
    summary: 'What was pasted into a prompt',
    params: z.object({
      hash: z.string().regex(/^[0-9a-f]{8,64}$/, 'is no hash of a paste: they are in GET /api/claude/history'),
    }),
    answer: z.object({ hash: z.string(), content: z.string() }),
    errors: ['not_found', 'not_allowed'],
  }),
  plans: defineRoute({
    method: 'GET',
    path: '/api/claude/plans',
    policy: 'signed_in',
    summary: 'The plans, newest first',
    query: z.strictObject(paging(10_000)),
    answer: listOf(PlanRow),
  }),
  plan: defineRoute({
    method: 'GET',
    path: '/api/claude/plans/:name',
    policy: 'signed_in',
    summary: 'A plan, as Markdown',
    params: z.object({
      name: z.string().regex(/^[\w-][\w.-]{0,200}$/, 'is no plan: GET /api/claude/plans lists them'),
    }),
    answer: z.object({ name: z.string(), content: z.string() }),
    errors: ['not_found', 'not_allowed'],
  }),
  settings: defineRoute({
    method: 'GET',
    path: '/api/claude/settings',
    policy: 'signed_in',
    summary: 'The settings that the CLI would go by, and which file said what',
    notes: 'Values that look like credentials are replaced by `(hidden)`.',
    query: z.strictObject({
      cwd: folder().optional().describe("With the settings of this project; else the user's alone"),
    }),
    answer: SettingsAnswer,
    errors: ['not_found', 'not_allowed'],
  }),
}
