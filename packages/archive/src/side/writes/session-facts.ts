import { closeSync, readSync } from 'node:fs'
import { type NotOpened, openInside } from '../../safe-open.ts'
import { appendInside } from './append-inside.ts'
import { type SessionPlace, toSessionPaths } from './session-place.ts'
import { writeSideFile } from './write-side-file.ts'

/** What may be said of a session from outside. An empty title or tag takes it away. */
export type SessionFact =
  | { type: 'title'; title: string }
  | { type: 'tag'; tag: string }
  | { type: 'archived'; isArchived: boolean; atMs: number }

const LONGEST_TITLE = 200
/** Where the CLI itself looks for names. */
const TAIL_BYTES = 64 * 1024

/** Writes a fact as the CLI itself would: a line at the end of the transcript, a file in the session's folder, or both. Null when done. */
export function writeSessionFact(root: string, place: SessionPlace, fact: SessionFact): NotOpened | null {
  const paths = toSessionPaths(place)
  if (paths === null) return { kind: 'refused', reason: 'This is no session' }
  const { sessionId } = place
  switch (fact.type) {
    case 'title': {
      const customTitle = toPlainLine(fact.title)
      const named = { type: 'custom-title', customTitle, sessionId }
      const lines = isAgentNamed(root, paths.transcript)
        ? [named, { type: 'agent-name', agentName: customTitle, sessionId }]
        : [named]
      const failed = appendInside(root, paths.transcript, lines.map((line) => JSON.stringify(line)).join('\n'))
      // Newer CLIs look for the title in the last 64 KiB of the transcript, and then here.
      return (
        failed ??
        writeSideFile(
          root,
          `${paths.folder}/custom-title.json`,
          customTitle === '' ? null : JSON.stringify({ customTitle }),
        )
      )
    }
    case 'tag':
      return appendInside(
        root,
        paths.transcript,
        JSON.stringify({ type: 'tag', tag: toPlainLine(fact.tag), sessionId }),
      )
    case 'archived': {
      const at = new Date(fact.atMs).toISOString()
      return writeSideFile(
        root,
        `${paths.folder}/archived.json`,
        JSON.stringify({ archived: fact.isArchived, at, by: 'quarterdeck' }),
      )
    }
  }
}

/** A newer CLI that gives a name writes it as the agent's too, and shows that one: then it has to be written here as well. */
function isAgentNamed(root: string, transcript: string): boolean {
  const seen = openInside(root, transcript)
  if (seen.kind !== 'file') return false
  try {
    const bytes = Buffer.alloc(Math.min(seen.stats.size, TAIL_BYTES))
    readSync(seen.fd, bytes, 0, bytes.length, seen.stats.size - bytes.length)
    return bytes.includes('"type":"agent-name"')
  } finally {
    closeSync(seen.fd)
  }
}

/** Titles are shown in terminals too: no control characters, and no longer than the CLI's own. */
function toPlainLine(text: string): string {
  const plain = text.replaceAll(/[\p{Cc}\u2028\u2029]/gu, ' ').trim()
  return [...plain].slice(0, LONGEST_TITLE).join('').trim()
}
