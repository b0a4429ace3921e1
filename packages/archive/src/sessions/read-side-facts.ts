import { readInside } from '../safe-open.ts'
import type { SideFacts } from './session-summary.ts'

const LARGEST_SIDE_FILE = 1024 * 1024

/** What stands in the folder of a session, beside its transcript. */
export function readSessionFolder(root: string, folder: string, sessionId: string): SideFacts {
  const at = `projects/${folder}/${sessionId}`
  const title = readJson(root, `${at}/custom-title.json`)?.customTitle
  const mark = readJson(root, `${at}/archived.json`)
  return {
    customTitle: typeof title === 'string' ? title : undefined,
    archivedAt: mark?.archived === true ? (typeof mark.at === 'string' ? mark.at : '9999') : undefined,
  }
}

/** The entries of a `sessions-index.json`, by session. They lag behind, and name sessions that are gone. */
export function readSessionsIndex(root: string, folder: string): Map<string, SideFacts['indexed']> {
  const entries = readJson(root, `projects/${folder}/sessions-index.json`, 32 * LARGEST_SIDE_FILE)?.entries
  if (!Array.isArray(entries)) return new Map()
  return new Map(
    entries.flatMap((entry): [string, SideFacts['indexed']][] => {
      if (typeof entry?.sessionId !== 'string') return []
      const { summary, customTitle, tag, firstPrompt, messageCount } = entry
      const texts = Object.entries({ summary, customTitle, tag, firstPrompt }).filter(
        ([, text]) => typeof text === 'string',
      )
      const count = typeof messageCount === 'number' ? { messageCount } : {}
      return [[entry.sessionId, { ...Object.fromEntries(texts), ...count }]]
    }),
  )
}

function readJson(root: string, path: string, limitBytes = LARGEST_SIDE_FILE): Record<string, unknown> | null {
  const bytes = readInside(root, path, limitBytes)
  if (!Buffer.isBuffer(bytes)) return null
  try {
    const value: unknown = JSON.parse(bytes.toString())
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : null
  } catch {
    return null
  }
}
