import type { Archive, SearchHit, Tally, UsageItem } from '@quarterdeck/archive'
import { z } from 'zod'
import { oneOf, project, time, timeZone, toRange, words } from './fields.ts'
import { listOf, paging, toPage } from './paging.ts'
import { defineRoute, type Route } from './route.ts'

const Project = z.object({
  path: z.string().describe('As the records say it, not as its folder is named'),
  sessionCount: z.number(),
  lastActivity: z.string(),
})

const Hit = z.object({
  sessionId: z.string(),
  title: z.string(),
  projectPath: z.string().nullable(),
  uuid: z.string().describe('The message to open at'),
  agentId: z.string().nullable().describe('The subagent that said it'),
  role: z.enum(['user', 'assistant', 'tool']),
  tool: z.string().optional(),
  snippet: z.string().describe('With the hits between `<mark>` and `</mark>`; nothing else in it is markup or escaped'),
  text: z.string().describe('The same without the marks'),
  marks: z.array(z.tuple([z.number(), z.number()])).describe('Where the hits stand in `text`, from and to'),
  timestamp: z.string().nullable(),
})

const amounts = {
  messages: z.number().describe('API messages, each counted once'),
  inputTokens: z.number(),
  outputTokens: z.number(),
  cacheCreationTokens: z.number(),
  cacheReadTokens: z.number(),
  webSearches: z.number(),
  costUsd: z.number().describe('At list prices, of the messages whose model has one'),
  unpricedMessages: z.number().describe('Messages without a price'),
  unpricedModels: z
    .array(z.string())
    .optional()
    .describe('Models without a price, where there are any; not with `by=tool`, except in the totals'),
}

const Usage = z.object({
  items: z.array(
    z.object({
      key: z.string().describe('The day, hour, model, project, session or tool'),
      title: z.string().optional().describe('Of a session'),
      ...amounts,
      calls: z.number().optional().describe('Of a tool'),
      errors: z.number().optional().describe('Of a tool'),
    }),
  ),
  totals: z.object(amounts),
  nextCursor: z.string().nullable(),
  timeZone: z.string().describe('Of the days and hours'),
  incomplete: z.string().nullable().describe('Why something may be missing, as a sentence'),
})

const DayRun = z.object({ days: z.number(), from: z.string(), to: z.string() }).nullable()

const Stats = z.looseObject({
  activity: z
    .object({
      activeDays: z.number(),
      longest: DayRun,
      last: DayRun.describe('The run that ends on the last active day'),
      sessionCount: z.number(),
      promptCount: z.number(),
      longestSession: z.object({ sessionId: z.string(), durationMs: z.number() }).nullable(),
      mostPrompts: z.object({ sessionId: z.string(), promptCount: z.number() }).nullable(),
    })
    .describe('As we count it, now'),
})

/** Over all sessions: projects, full text, usage. */
export function createArchiveRoutes({ archive }: { archive: Archive }): Route[] {
  return [
    defineRoute({
      method: 'GET',
      path: '/api/claude/projects',
      policy: 'signed_in',
      summary: 'Every project with its real path, the one with the newest session first',
      query: z.strictObject(paging(10_000)),
      answer: listOf(Project),
      handle: async ({ query }) => toPage(await archive.listProjects(), query),
    }),
    defineRoute({
      method: 'GET',
      path: '/api/claude/search',
      policy: 'signed_in',
      summary: 'Full text over all transcripts, newest hits first',
      notes:
        'Every word must stand in a message; `"quotes"` make a phrase, `begin*` finds words that begin so. Letter case and accents do not matter. Where no whole word is found, the insides of words are looked at.',
      query: z.strictObject({
        q: words('the words to look for', 1000).describe('What to look for'),
        project: project().optional().describe('Only in this project'),
        session: words('the id of a session', 100).optional().describe('Only in this session'),
        branch: words('the name of a branch', 500).optional().describe('Only on this git branch'),
        role: oneOf(['user', 'assistant', 'tool'])
          .optional()
          .describe('Who said it: a person, Claude, or a tool that answered'),
        tool: words('the name of a tool', 200).optional().describe('Only calls and results of this tool'),
        since: time().optional().describe('From this day or time on'),
        until: time().optional().describe('Up to this day, with all of it, or time'),
        tz: timeZone().optional().describe("The zone of days; the server's own by default"),
        mode: oneOf(['auto', 'words', 'substrings']).optional().describe('Whole words, or the insides of words too'),
        ...paging(500),
      }),
      answer: z.object({
        items: z.array(Hit),
        nextCursor: z.string().nullable(),
        matched: z.enum(['words', 'substrings']).describe('What the hits were found by'),
        unindexedFiles: z
          .number()
          .describe('Files that are not in the index yet; they were looked through as they are'),
      }),
      async handle({ query }) {
        const { q, session, project, branch, role, tool, mode, limit, cursor } = query
        const { sinceMs, untilMs } = toRange(query)
        const page = await archive.search({
          text: q,
          filter: { project, sessionId: session, branch, role, tool, sinceMs, untilMs },
          ...(mode && { mode }),
          ...(limit && { limit }),
          ...(cursor && { cursor }),
        })
        const { nextCursor, matched, unindexedFiles } = page
        return { items: page.hits.map((hit) => toHit(archive, hit)), nextCursor, matched, unindexedFiles }
      },
    }),
    defineRoute({
      method: 'GET',
      path: '/api/claude/usage',
      policy: 'signed_in',
      summary: 'Tokens and costs, each API message counted once',
      query: z.strictObject({
        by: oneOf(['day', 'hour', 'dayHour', 'model', 'project', 'session', 'tool'])
          .optional()
          .describe(
            'What the items stand for; by default `day`. `hour` is the hour of the day, `dayHour` each hour by itself',
          ),
        since: time().optional().describe('From this day or time on, to a quarter of an hour'),
        until: time().optional().describe('Up to this day, with all of it, or time'),
        tz: timeZone().optional().describe("The zone of days and hours; the server's own by default"),
        project: project().optional().describe('Only of this project'),
        session: words('the id of a session', 100).optional().describe('Only of this session'),
        ...paging(100_000),
      }),
      answer: Usage,
      async handle({ query }) {
        const { by = 'day', project, session } = query
        const range = toRange(query)
        const report = await archive.readUsage({ by, project, sessionId: session, ...range })
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
      },
    }),
    defineRoute({
      method: 'GET',
      path: '/api/claude/stats',
      policy: 'signed_in',
      summary: "The CLI's own statistics as `stats-cache.json` has them, and how active the person is as we count it",
      notes: 'The fields of the file are those of the CLI; without a file there is only `activity`.',
      query: z.strictObject({ tz: timeZone().optional().describe("The zone of days; the server's own by default") }),
      answer: Stats,
      handle: async ({ query }) => ({
        ...archive.readStats()[0]?.stats,
        activity: await archive.readActivity(query.tz),
      }),
    }),
  ]
}

function toHit(archive: Archive, hit: SearchHit): z.infer<typeof Hit> {
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
