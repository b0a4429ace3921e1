import type { About } from '@quarterdeck/transcript'
import type { ToldCommand } from '../../http/handlers/command-routes.ts'

/**
 * What sessions were told that they can be called with: of one in the same folder, else of any, since most are the CLI's own. It is
 * remembered when the session has ended.
 */
export function createToldCommands(
  listAbouts: () => readonly About[],
): (cwd: string | undefined) => readonly ToldCommand[] {
  const byFolder = new Map<string, readonly ToldCommand[]>()
  let latest: readonly ToldCommand[] = []
  return (cwd) => {
    for (const about of listAbouts()) {
      const told = toToldCommands(about)
      if (told.length === 0) continue
      latest = told
      if (about.cwd !== undefined) byFolder.set(about.cwd, told)
    }
    return byFolder.get(cwd ?? '') ?? latest
  }
}

/** Names from `init`, and what was told of them when the CLI was asked. */
function toToldCommands({ commands, slashCommands }: About): ToldCommand[] {
  const described = commands.flatMap((command) => toDescribed(command) ?? [])
  const names = new Set(described.map(({ name }) => name))
  const others = slashCommands.filter((name) => !names.has(name))
  return [...described, ...others.map((name) => ({ name, description: null, argumentHint: null }))]
}

function toDescribed(command: unknown): ToldCommand | null {
  if (typeof command !== 'object' || command === null || !('name' in command)) return null
  const { name, description, argumentHint } = command as Record<string, unknown>
  const toText = (value: unknown) => (typeof value === 'string' && value !== '' ? value : null)
  return typeof name === 'string'
    ? { name, description: toText(description), argumentHint: toText(argumentHint) }
    : null
}
