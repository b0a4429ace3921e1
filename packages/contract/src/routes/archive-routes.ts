import { z } from 'zod'
import { defineRoute } from './define-route.ts'
import { folder, listOf, oneOf, paging, time, timeZone, words } from './fields.ts'

export const ProjectRow = z.object({
  path: z.string().describe('As the records say it, not as its folder is named'),
  sessionCount: z.number(),
  lastActivity: z.string(),
})
export type ProjectRow = z.infer<typeof ProjectRow>

export const SearchHit = z.object({
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
export type SearchHit = z.infer<typeof SearchHit>

export const SearchPage = z.object({
  items: z.array(SearchHit),
  nextCursor: z.string().nullable(),
  matched: z.enum(['words', 'substrings']).describe('What the hits were found by'),
  unindexedFiles: z.number().describe('Files that are not in the index yet; they were looked through as they are'),
})
export type SearchPage = z.infer<typeof SearchPage>

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

const UsageBy = oneOf(['day', 'hour', 'dayHour', 'model', 'project', 'session', 'tool'])
export type UsageBy = z.infer<typeof UsageBy>

const UsageAmounts = z.object(amounts)
export type UsageAmounts = z.infer<typeof UsageAmounts>

export const UsageItem = z.object({
  key: z.string().describe('The day, hour, model, project, session or tool'),
  title: z.string().optional().describe('Of a session'),
  ...amounts,
  calls: z.number().optional().describe('Of a tool'),
  errors: z.number().optional().describe('Of a tool'),
})
export type UsageItem = z.infer<typeof UsageItem>

export const UsageReport = z.object({
  items: z.array(UsageItem),
  totals: UsageAmounts,
  nextCursor: z.string().nullable(),
  timeZone: z.string().describe('Of the days and hours'),
  incomplete: z.string().nullable().describe('Why something may be missing, as a sentence'),
})
export type UsageReport = z.infer<typeof UsageReport>

const DayRun = z.object({ days: z.number(), from: z.string(), to: z.string() }).nullable()

export const Stats = z.looseObject({
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
export type Stats = z.infer<typeof Stats>

export const archiveRoutes = {
  projects: defineRoute({
    method: 'GET',
    path: '/api/claude/projects',
    policy: 'signed_in',
    summary: 'Every project with its real path, the one with the newest session first',
    query: z.strictObject(paging(10_000)),
    answer: listOf(ProjectRow),
  }),
  search: defineRoute({
    method: 'GET',
    path: '/api/claude/search',
    policy: 'signed_in',
    summary: 'Full text over all transcripts, newest hits first',
    notes:
      'Every word must stand in a message; `"quotes"` make a phrase, `begin*` finds words that begin so. Letter case and accents do not matter. Where no whole word is found, the insides of words are looked at.',
    query: z.strictObject({
      q: words('the words to look for', 1000).describe('What to look for'),
      project: folder().optional().describe('Only in this project'),
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
      items: z.array(SearchHit),
      nextCursor: z.string().nullable(),
      matched: z.enum(['words', 'substrings']).describe('What the hits were found by'),
      unindexedFiles: z.number().describe('Files that are not in the index yet; they were looked through as they are'),
    }),
  }),
  usage: defineRoute({
    method: 'GET',
    path: '/api/claude/usage',
    policy: 'signed_in',
    summary: 'Tokens and costs, each API message counted once',
    query: z.strictObject({
      by: UsageBy.optional().describe(
        'What the items stand for; by default `day`. `hour` is the hour of the day, `dayHour` each hour by itself',
      ),
      since: time().optional().describe('From this day or time on, to a quarter of an hour'),
      until: time().optional().describe('Up to this day, with all of it, or time'),
      tz: timeZone().optional().describe("The zone of days and hours; the server's own by default"),
      project: folder().optional().describe('Only of this project'),
      session: words('the id of a session', 100).optional().describe('Only of this session'),
      ...paging(100_000),
    }),
    answer: UsageReport,
  }),
  stats: defineRoute({
    method: 'GET',
    path: '/api/claude/stats',
    policy: 'signed_in',
    summary: "The CLI's own statistics as `stats-cache.json` has them, and how active the person is as we count it",
    notes: 'The fields of the file are those of the CLI; without a file there is only `activity`.',
    query: z.strictObject({ tz: timeZone().optional().describe("The zone of days; the server's own by default") }),
    answer: Stats,
  }),
}
