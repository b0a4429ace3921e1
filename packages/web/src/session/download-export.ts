import type { Api } from '../api.ts'

/** The whole session as a file. A link could not show who asks for it. */
export async function downloadExport(api: Api, sessionId: string, format: 'md' | 'html' | 'jsonl'): Promise<void> {
  const response = await api.fetch(`/api/claude/sessions/${encodeURIComponent(sessionId)}/export?format=${format}`)
  const url = URL.createObjectURL(await response.blob())
  const link = document.createElement('a')
  link.href = url
  link.download = readName(response) ?? `${sessionId}.${format}`
  link.click()
  URL.revokeObjectURL(url)
}

/** What the server calls it: the session by its title. */
function readName(response: Response): string | undefined {
  const name = /filename\*=UTF-8''([^;]+)/.exec(response.headers.get('content-disposition') ?? '')?.[1]
  return name === undefined ? undefined : decodeURIComponent(name)
}
