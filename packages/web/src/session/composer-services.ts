import type { Api } from '../api.ts'
import type { ComposerServices } from '../composer/Composer.tsx'
import type { CommandInfo } from '../composer/rank-commands.ts'

interface CommandItem {
  name: string
  description: string | null
  argumentHint: string | null
  isUserInvocable: boolean
}

/** Completions and uploads for the project of a session. */
export function createComposerServices(api: Api, cwd: string | undefined): ComposerServices {
  const place = cwd === undefined ? '' : `cwd=${encodeURIComponent(cwd)}`
  let commands: Promise<readonly CommandInfo[]> | null = null
  return {
    listCommands() {
      commands ??= api.call<{ items: CommandItem[] }>(`/api/claude/commands?${place}`).then(({ items }) =>
        items
          .filter((item) => item.isUserInvocable)
          .map(({ name, description, argumentHint }) => ({
            name,
            ...(description !== null && { description }),
            ...(argumentHint !== null && { argumentHint }),
          })),
      )
      // The next one who asks tries again.
      commands.catch(() => {
        commands = null
      })
      return commands
    },
    async findFiles(query) {
      if (cwd === undefined) return []
      const { items } = await api.call<{ items: { path: string }[] }>(
        `/api/files?${place}&limit=50${query === '' ? '' : `&q=${encodeURIComponent(query)}`}`,
      )
      return items.map(({ path }) => path)
    },
    async upload(file) {
      const data = await toBase64(file)
      const { path } = await api.call<{ path: string }>('/api/uploads', {
        method: 'POST',
        body: { name: file.name, data, ...(cwd !== undefined && { cwd }) },
      })
      return path
    },
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
