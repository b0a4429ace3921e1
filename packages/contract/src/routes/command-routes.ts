import { z } from 'zod'
import { defineRoute } from './define-route.ts'
import { folder, listOf, paging } from './fields.ts'

export const CommandItem = z.object({
  name: z.string().describe('As it is typed, without the slash'),
  kind: z.enum(['command', 'skill']),
  description: z.string().nullable(),
  argumentHint: z.string().nullable(),
  source: z.object({
    level: z.enum(['cli', 'user', 'project', 'plugin']).describe('`cli`: its own, or of an MCP server'),
    plugin: z.string().optional(),
  }),
  path: z.string().nullable().describe('The file that says what it does'),
  isUserInvocable: z.boolean().describe('False: only Claude calls it'),
  problem: z.string().nullable().describe('What is wrong with its file'),
})
export type CommandItem = z.infer<typeof CommandItem>

export const commandRoutes = {
  list: defineRoute({
    method: 'GET',
    path: '/api/claude/commands',
    policy: 'signed_in',
    summary: 'Slash commands and skills: of the project, of the user, of plugins, and those the CLI itself has told of',
    notes:
      "The CLI's own are known once a session has run since the server was started. Files are read, and nothing of them is run.",
    query: z.strictObject({
      cwd: folder().optional().describe("With those of this project; else the user's alone"),
      ...paging(10_000),
    }),
    answer: listOf(CommandItem),
    errors: ['not_found', 'not_allowed'],
  }),
}
