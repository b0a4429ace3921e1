import type { Archive, Command } from '@quarterdeck/archive'
import { type CommandItem, commandRoutes } from '@quarterdeck/contract/routes'
import type { Roots } from '../../files/roots.ts'
import { type ServedRoute, serve } from '../app/serve.ts'
import { toPage } from './paging.ts'

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

export function createCommandRoutes({ archive, roots, toldCommands }: CommandParts): ServedRoute[] {
  return [
    serve(commandRoutes.list, async ({ query }) => {
      const cwd = query.cwd === undefined ? undefined : await roots.resolve(query.cwd)
      const found = archive.side.findCommands(cwd).commands.map(toItem)
      const names = new Set(found.map(({ name }) => name))
      const told = toldCommands(cwd).filter(({ name }) => !names.has(name))
      const all = [...found, ...told.map(toToldItem)]
      return toPage(
        all.sort((one, other) => (one.name < other.name ? -1 : 1)),
        query,
      )
    }),
  ]
}

function toItem(command: Command): CommandItem {
  const { name, kind, description, argumentHint, source, path, isUserInvocable, problem } = command
  return { name, kind, description, argumentHint, source, path, isUserInvocable, problem }
}

function toToldItem({ name, description, argumentHint }: ToldCommand): CommandItem {
  const source = { level: 'cli' as const }
  return { name, kind: 'command', description, argumentHint, source, path: null, isUserInvocable: true, problem: null }
}
