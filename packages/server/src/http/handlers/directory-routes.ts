import type { Archive, Prompt } from '@quarterdeck/archive'
import { directoryRoutes, type PromptItem } from '@quarterdeck/contract/routes'
import type { Roots } from '../../files/roots.ts'
import { hideSecrets } from '../../hide-secrets.ts'
import { type ServedRoute, serve } from '../app/serve.ts'
import { toPage } from './paging.ts'
import { toFound } from './to-found.ts'
import { toProject } from './to-range.ts'

/** The data directory's own files. */
export function createDirectoryRoutes({ archive, roots }: { archive: Archive; roots: Roots }): ServedRoute[] {
  const { side } = archive
  return [
    serve(directoryRoutes.prompts, ({ query }) => {
      const { q, session, limit, cursor } = query
      const project = toProject(query.project)
      const { items, nextCursor } = side.readPrompts({
        ...(q && { query: q }),
        ...(project && { project }),
        ...(session && { sessionId: session }),
        ...(limit && { limit }),
        cursor,
      })
      return { items: items.map(toHistoryItem), nextCursor }
    }),
    serve(directoryRoutes.paste, ({ params: { hash } }) => {
      return { hash, content: toFound(side.readPaste(hash), `There is no paste '${hash}' any more.`) }
    }),
    serve(directoryRoutes.plans, ({ query }) => {
      const { items, nextCursor } = toPage(side.listPlans(), query)
      const plans = items.map(({ slug, title, bytes, modifiedMs, sessionIds }) => {
        return { name: slug, title, bytes, modified: new Date(modifiedMs).toISOString(), sessionIds }
      })
      return { items: plans, nextCursor }
    }),
    serve(directoryRoutes.plan, ({ params: { name: named } }) => {
      const name = named.replace(/\.md$/, '')
      const missing = `There is no plan '${name}'. GET /api/claude/plans lists what there is.`
      return { name, content: toFound(side.readPlan(name), missing) }
    }),
    serve(directoryRoutes.settings, async ({ query: { cwd } }) => {
      const { settings, provenance, layers } = side.readSettings(cwd && (await roots.resolve(cwd)))
      return {
        settings: hideSecrets(settings),
        provenance,
        layers: layers.map((layer) => ({ ...layer, settings: hideSecrets(layer.settings) })),
      }
    }),
  ]
}

function toHistoryItem({ display, text, pastes, project, sessionId, atMs }: Prompt): PromptItem {
  const timestamp = atMs === null ? null : new Date(atMs).toISOString()
  return { display, text, project, sessionId, timestamp, pastes }
}
