import type { Archive, SearchHit as FoundHit, Tally, UsageItem } from '@quarterdeck/archive'
import { archiveRoutes, type SearchHit } from '@quarterdeck/contract/routes'
import { type ServedRoute, serve } from '../app/serve.ts'
import { toPage } from './paging.ts'
import { toProject, toRange, toTimeZone } from './to-range.ts'

/** Over all sessions: projects, full text, usage. */
export function createArchiveRoutes({ archive }: { archive: Archive }): ServedRoute[] {
  return [
    serve(archiveRoutes.projects, async ({ query }) => toPage(await archive.listProjects(), query)),
    serve(archiveRoutes.search, async ({ query }) => {
      const { q, session, branch, role, tool, mode, limit, cursor } = query
      const { sinceMs, untilMs } = toRange(query)
      const page = await archive.search({
        text: q,
        filter: { project: toProject(query.project), sessionId: session, branch, role, tool, sinceMs, untilMs },
        ...(mode && { mode }),
        ...(limit && { limit }),
        ...(cursor && { cursor }),
      })
      const { nextCursor, matched, unindexedFiles } = page
      return { items: page.hits.map((hit) => toHit(archive, hit)), nextCursor, matched, unindexedFiles }
    }),
    serve(archiveRoutes.usage, async ({ query }) => {
      const { by = 'day', session } = query
      const range = toRange(query)
      const report = await archive.readUsage({ by, project: toProject(query.project), sessionId: session, ...range })
      const { unpricedModels, incomplete } = report
      const { items, nextCursor } = toPage(report.items, query)
      return {
        items: items.map((item) => {
          const title = by === 'session' ? archive.findSession(item.key)?.title : undefined
          return { ...toUsageItem(item), ...(title !== undefined && { title }) }
        }),
        totals: { ...toAmounts(report.totals), ...(unpricedModels.length > 0 && { unpricedModels }) },
        nextCursor,
        timeZone: range.timeZone,
        incomplete,
      }
    }),
    serve(archiveRoutes.stats, async ({ query }) => ({
      ...archive.readStats()[0]?.stats,
      activity: await archive.readActivity(toTimeZone(query.tz)),
    })),
  ]
}

function toHit(archive: Archive, hit: FoundHit): SearchHit {
  const { sessionId, uuid, agentId, role, tool, atMs, snippet } = hit
  const session = archive.findSession(sessionId)
  return {
    sessionId,
    title: session?.title ?? '',
    projectPath: session?.projectPath ?? null,
    uuid,
    agentId,
    role,
    ...(tool !== null && { tool }),
    snippet: withMarks(snippet.text, snippet.marks),
    text: snippet.text,
    marks: snippet.marks,
    timestamp: atMs === 0 ? null : new Date(atMs).toISOString(),
  }
}

function withMarks(text: string, marks: readonly (readonly [number, number])[]): string {
  let marked = ''
  let from = 0
  for (const [start, end] of marks) {
    marked += `${text.slice(from, start)}<mark>${text.slice(start, end)}</mark>`
    from = end
  }
  return marked + text.slice(from)
}

function toAmounts({ cacheWrite5mTokens, cacheWrite1hTokens, ...tally }: Tally) {
  const { messages, inputTokens, outputTokens, cacheReadTokens, webSearches, costUsd, unpricedMessages } = tally
  const cacheCreationTokens = cacheWrite5mTokens + cacheWrite1hTokens
  return {
    messages,
    inputTokens,
    outputTokens,
    cacheCreationTokens,
    cacheReadTokens,
    webSearches,
    costUsd,
    unpricedMessages,
  }
}

function toUsageItem(item: UsageItem) {
  const { key, calls, errors, unpricedModels } = item
  return {
    key,
    ...toAmounts(item),
    ...(calls !== undefined && { calls }),
    ...(errors !== undefined && { errors }),
    ...(unpricedModels !== undefined && { unpricedModels }),
  }
}
