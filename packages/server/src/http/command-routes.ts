import type { Archive, Command } from '@quarterdeck/archive'
import { z } from 'zod'
import type { Roots } from '../files/roots.ts'
import { folder } from './fields.ts'
import { listOf, paging, toPage } from './paging.ts'
import { defineRoute, type Route } from './route.ts'

/** A command as a CLI that runs has told of it. */
export interface ToldCommand {
  name: string
  description: string | null
  argumentHint: string | null
}

export interface CommandParts {
  archive: Archive
  roots: Roots
  /** What a session in this folder was told it can be called with; of any folder where none runs there: most are the CLI's own. */
  toldCommands(cwd: string | undefined): readonly ToldCommand[]
}

const CommandItem = z.object({
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

export function createCommandRoutes({ archive, roots, toldCommands }: CommandParts): Route[] {
  return [
    defineRoute({
      method: 'GET',
      path: '/api/claude/commands',
      policy: 'signed_in',
      summary:
        'Slash commands and skills: of the project, of the user, of plugins, and those the CLI itself has told of',
      notes:
        "The CLI's own are known once a session has run since the server was started. Files are read, and nothing of them is run.",
      query: z.strictObject({
        cwd: folder().optional().describe("With those of this project; else the user's alone"),
        ...paging(10_000),
      }),
      answer: listOf(CommandItem),
      errors: ['not_found', 'not_allowed'],
      async handle({ query }) {
        const cwd = query.cwd === undefined ? undefined : await roots.resolve(query.cwd)
        const found = archive.side.findCommands(cwd).commands.map(toItem)
        const names = new Set(found.map(({ name }) => name))
        const told = toldCommands(cwd).filter(({ name }) => !names.has(name))
        const all = [...found, ...told.map(toToldItem)]
        return toPage(
          all.sort((one, other) => (one.name < other.name ? -1 : 1)),
          query,
        )
      },
    }),
  ]
}

function toItem(command: Command): z.infer<typeof CommandItem> {
  const { name, kind, description, argumentHint, source, path, isUserInvocable, problem } = command
  return { name, kind, description, argumentHint, source, path, isUserInvocable, problem }
}

function toToldItem({ name, description, argumentHint }: ToldCommand): z.infer<typeof CommandItem> {
  const source = { level: 'cli' as const }
  return { name, kind: 'command', description, argumentHint, source, path: null, isUserInvocable: true, problem: null }
}
