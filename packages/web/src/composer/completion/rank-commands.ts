export interface CommandInfo {
  name: string
  description?: string
  argumentHint?: string
  /** Where it comes from, in a word or two: the project, a plugin, this page. */
  from?: string
}

/** Commands that fit what was typed, the best first: those that begin so, then those that have it in their name, then in their words. */
export function rankCommands(commands: readonly CommandInfo[], query: string): CommandInfo[] {
  const wanted = query.toLowerCase()
  const rank = ({ name, description = '' }: CommandInfo) => {
    const own = name.toLowerCase()
    if (own.startsWith(wanted)) return 0
    if (own.split(/[:_-]/).some((part) => part.startsWith(wanted))) return 1
    if (own.includes(wanted)) return 2
    return description.toLowerCase().includes(wanted) ? 3 : null
  }
  return commands
    .map((command) => ({ command, rank: rank(command) }))
    .filter((each): each is { command: CommandInfo; rank: number } => each.rank !== null)
    .sort((a, b) => a.rank - b.rank || a.command.name.localeCompare(b.command.name))
    .map(({ command }) => command)
}
