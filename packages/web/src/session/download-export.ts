import type { Api } from '../api.ts'
import { saveBlob } from '../text/save-blob.ts'

/** The whole session as a file. A link could not show who asks for it. */
export async function downloadExport(api: Api, sessionId: string, format: 'md' | 'html' | 'jsonl'): Promise<void> {
  const response = await api.fetch('GET /api/claude/sessions/:id/export', {
    params: { id: sessionId },
    query: { format },
  })
  saveBlob(await response.blob(), readName(response) ?? `${sessionId}.${format}`)
}

/** The file name that the server gives the export, from the session's title. */
function readName(response: Response): string | undefined {
  const name = /filename\*=UTF-8''([^;]+)/.exec(response.headers.get('content-disposition') ?? '')?.[1]
  return name === undefined ? undefined : decodeURIComponent(name)
}
