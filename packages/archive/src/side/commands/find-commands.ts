import { homedir } from 'node:os'
import type { Agent, Command, CommandSource } from './command.ts'
import { findMarkdown, findSkills, type MarkdownFile } from './find-files.ts'
import { findPlugins } from './find-plugins.ts'
import { findProjectFolders } from './find-project-folders.ts'
import { parseAgent, parseCommand } from './parse-command.ts'

export interface WhereCommands {
  /** The data directory. */
  root: string
  /** Where the CLI would run. */
  project?: string
  /** Above it nothing belongs to a project. */
  home?: string
  /** `enabledPlugins` of the merged settings. */
  enabledPlugins?: unknown
}

export interface FoundCommands {
  /** One for each name: the nearest of the project's before the user's, and a command before a skill. What only Claude may call is among them, and marked. */
  commands: Command[]
  agents: Agent[]
}

interface Place {
  root: string
  folder: string
  source: CommandSource
}

/** Commands, skills and agents of the user, a project and the installed plugins. They are read, and nothing of them is run. */
export function findCommands({ root, project, home = homedir(), enabledPlugins }: WhereCommands): FoundCommands {
  const folders = project === undefined ? [] : findProjectFolders(project, home)
  const places: Place[] = [
    ...folders.map((folder): Place => ({ root: folder, folder: '.claude', source: { level: 'project' } })),
    { root, folder: '.', source: { level: 'user' } },
    ...findPlugins(root, enabledPlugins).map(({ name, folder }): Place => {
      return { root, folder, source: { level: 'plugin', plugin: name } }
    }),
  ]
  const commands = places.flatMap(({ root: base, folder, source }) => [
    ...findMarkdown(base, `${folder}/commands`).map((file) => toCommand(file, source)),
    ...findSkills(base, `${folder}/skills`).map((file) => toSkill(file, source)),
  ])
  const agents = places.flatMap(({ root: base, folder, source }) =>
    findMarkdown(base, `${folder}/agents`).flatMap((file) => toAgent(file, source) ?? []),
  )
  return { commands: firstOfEachName(commands), agents: firstOfEachName(agents) }
}

function toCommand({ parts, path, text }: MarkdownFile, source: CommandSource): Command {
  return parseCommand('command', { name: toName(parts, source), path, text, source })
}

function toSkill({ parts, path, text }: MarkdownFile, source: CommandSource): Command {
  return parseCommand('skill', { name: toName(parts.slice(0, -1), source), path, text, source })
}

function toAgent({ parts, path, text }: MarkdownFile, source: CommandSource): Agent | null {
  return parseAgent({ name: parts.at(-1) ?? '', path, text, source })
}

function toName(parts: string[], source: CommandSource): string {
  return [...(source.level === 'plugin' ? [source.plugin] : []), ...parts].join(':')
}

function firstOfEachName<Item extends { name: string }>(items: Item[]): Item[] {
  return [...Map.groupBy(items, ({ name }) => name).values()].flatMap(([first]) => first ?? [])
}
