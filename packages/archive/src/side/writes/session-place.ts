import { isSessionId } from '../session-id.ts'

/** A session by the folder that holds it below `projects/`. */
export interface SessionPlace {
  folderName: string
  sessionId: string
}

/** The paths of a session below the data directory. Null for names that are none. */
export function toSessionPaths({ folderName, sessionId }: SessionPlace): { transcript: string; folder: string } | null {
  const isName = folderName !== '' && folderName !== '.' && folderName !== '..' && !/[/\0]/.test(folderName)
  if (!isName || !isSessionId(sessionId)) return null
  const folder = `projects/${folderName}/${sessionId}`
  return { transcript: `${folder}.jsonl`, folder }
}
