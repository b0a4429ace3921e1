import type { CommandItem } from '@quarterdeck/contract/routes'
import type { Api } from '../api.ts'
import type { ComposerServices } from '../composer/Composer.tsx'
import type { KnownServers } from '../composer/completion/find-resources.ts'
import type { CommandInfo } from '../composer/completion/rank-commands.ts'
import { withTerminalCommands } from '../terminal-commands/terminal-commands.ts'
import { toTable } from '../text/to-table.ts'

interface Project {
  cwd: string | undefined
  attachTo: 'project' | 'temporary'
  /** The MCP servers as they are known at that moment. */
  look: () => KnownServers
}

/** Completions and uploads for the project of a session. */
export function createComposerServices(api: Api, { cwd, attachTo, look }: Project): ComposerServices {
  let commands: Promise<readonly CommandInfo[]> | null = null
  return {
    listCommands() {
      commands ??= api
        .call('GET /api/claude/commands', { query: { cwd } })
        .then(({ items }) => withTerminalCommands(items.filter((item) => item.isUserInvocable).map(toCommandInfo)))
      // The next one who asks tries again.
      commands.catch(() => {
        commands = null
      })
      return commands
    },
    async findFiles(query) {
      if (cwd === undefined) return []
      const { items } = await api.call('GET /api/files', { query: { cwd, limit: 50, q: query } })
      return items.map(({ path }) => path)
    },
    async findResources(query) {
      const { findResources } = await import('../composer/completion/find-resources.ts')
      return findResources(look(), query)
    },
    async findPrompts(query) {
      const { items } = await api.call('GET /api/claude/history', { query: { limit: 100, project: cwd, q: query } })
      return items.map(({ text }) => text)
    },
    attachTo: cwd === undefined ? 'temporary' : attachTo,
    async upload(file, signal) {
      const data = await toBase64(file)
      const into = attachTo === 'project' && cwd !== undefined ? { cwd } : {}
      const { path, where } = await api.call(
        'POST /api/uploads',
        { body: { name: file.name, data, ...into } },
        { signal },
      )
      return { path, where }
    },
    async takeBack(path) {
      await api.call('DELETE /api/uploads', { query: { path } })
    },
  }
}

const PLACES: Readonly<Record<string, string>> = toTable({ project: 'of the project', user: 'your own' })

function toCommandInfo({ name, description, argumentHint, source }: CommandItem): CommandInfo {
  const from = source.plugin ?? PLACES[source.level]
  return {
    name,
    ...(description !== null && { description }),
    ...(argumentHint !== null && { argumentHint }),
    ...(from !== undefined && { from }),
  }
}

function toBase64(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result).split(',')[1] ?? '')
    reader.onerror = () => reject(new Error(`'${file.name}' could not be read.`))
    reader.readAsDataURL(file)
  })
}
