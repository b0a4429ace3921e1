import type { Archive, Prompt } from '@quarterdeck/archive'
import { z } from 'zod'
import type { Roots } from '../files/roots.ts'
import { hideSecrets } from '../hide-secrets.ts'
import { folder, project, words } from './fields.ts'
import { listOf, paging, toPage } from './paging.ts'
import { defineRoute, type Route } from './route.ts'
import { toFound } from './to-found.ts'

const HistoryItem = z.object({
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

const Plan = z.object({
  name: z.string(),
  title: z.string().nullable().describe('Its first heading'),
  bytes: z.number(),
  modified: z.string(),
  sessionIds: z.array(z.string()).describe('The sessions that wrote it'),
})

const SettingsAnswer = z.object({
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

/** The data directory's own files. */
export function createDirectoryRoutes({ archive, roots }: { archive: Archive; roots: Roots }): Route[] {
  const { side } = archive
  return [
    defineRoute({
      method: 'GET',
      path: '/api/claude/history',
      policy: 'signed_in',
      summary: 'What was typed in a terminal or sent here, newest first',
      notes: 'A page may be short, or empty, and still have a next one.',
      query: z.strictObject({
        q: words('words that stand in the prompt', 1000).optional().describe('Words that must stand in it'),
        project: project().optional().describe('Only in this project'),
        session: words('the id of a session', 100).optional().describe('Only in this session'),
        ...paging(1000),
      }),
      answer: listOf(HistoryItem),
      handle({ query }) {
        const { q, project, session, limit, cursor } = query
        const { items, nextCursor } = side.readPrompts({
          ...(q && { query: q }),
          ...(project && { project }),
          ...(session && { sessionId: session }),
          ...(limit && { limit }),
          cursor,
        })
        return { items: items.map(toHistoryItem), nextCursor }
      },
    }),
    defineRoute({
      method: 'GET',
      path: '/api/claude/paste/:hash',
      policy: 'signed_in',
      summary: 'What was pasted into a prompt',
      params: z.object({
        hash: z.string().regex(/^[0-9a-f]{8,64}$/, 'is no hash of a paste: they are in GET /api/claude/history'),
      }),
      answer: z.object({ hash: z.string(), content: z.string() }),
      errors: ['not_found', 'not_allowed'],
      handle({ params: { hash = '' } }) {
        return { hash, content: toFound(side.readPaste(hash), `There is no paste '${hash}' any more.`) }
      },
    }),
    defineRoute({
      method: 'GET',
      path: '/api/claude/plans',
      policy: 'signed_in',
      summary: 'The plans, newest first',
      query: z.strictObject(paging(10_000)),
      answer: listOf(Plan),
      handle({ query }) {
        const { items, nextCursor } = toPage(side.listPlans(), query)
        const plans = items.map(({ slug, title, bytes, modifiedMs, sessionIds }) => {
          return { name: slug, title, bytes, modified: new Date(modifiedMs).toISOString(), sessionIds }
        })
        return { items: plans, nextCursor }
      },
    }),
    defineRoute({
      method: 'GET',
      path: '/api/claude/plans/:name',
      policy: 'signed_in',
      summary: 'A plan, as Markdown',
      params: z.object({
        name: z.string().regex(/^[\w-][\w.-]{0,200}$/, 'is no plan: GET /api/claude/plans lists them'),
      }),
      answer: z.object({ name: z.string(), content: z.string() }),
      errors: ['not_found', 'not_allowed'],
      handle({ params: { name: named = '' } }) {
        const name = named.replace(/\.md$/, '')
        const missing = `There is no plan '${name}'. GET /api/claude/plans lists what there is.`
        return { name, content: toFound(side.readPlan(name), missing) }
      },
    }),
    defineRoute({
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
      async handle({ query: { cwd } }) {
        const { settings, provenance, layers } = side.readSettings(cwd && (await roots.resolve(cwd)))
        return {
          settings: hideSecrets(settings),
          provenance,
          layers: layers.map((layer) => ({ ...layer, settings: hideSecrets(layer.settings) })),
        }
      },
    }),
  ]
}

function toHistoryItem({ display, text, pastes, project, sessionId, atMs }: Prompt): z.infer<typeof HistoryItem> {
  const timestamp = atMs === null ? null : new Date(atMs).toISOString()
  return { display, text, project, sessionId, timestamp, pastes }
}
