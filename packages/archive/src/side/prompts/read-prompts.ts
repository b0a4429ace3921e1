import { closeSync } from 'node:fs'
import { type NotOpened, openInside } from '../../safe-open.ts'
import { parsePrompt, withPastes } from './parse-prompt.ts'
import type { Prompt } from './prompt.ts'
import { readLinesBackwards } from './read-lines-backwards.ts'
import { readPaste } from './read-paste.ts'

export interface PromptsAsked {
  limit: number
  /** The offset of the oldest prompt of the page before. */
  before?: number
  project?: string
  sessionId?: string
  /** Words that must stand in the text, in any case. */
  query?: string
}

export interface PromptsPage {
  kind: 'prompts'
  /** Newest first. */
  prompts: Prompt[]
  /** Ask with it for the next page, also when this one is short; null at the beginning of the file. */
  next: number | null
  /** When the oldest line was typed that was looked at; null where none says it. */
  reachedMs: number | null
  /** Lines that are no prompts. */
  skipped: number
}

const LONGEST_LINE_BYTES = 4 * 1024 * 1024
/** Others wait while a page is read: one that finds little is cut short, and says where to go on. */
const MOST_BYTES = 2 * 1024 * 1024

/** A page of what was typed, newest first, read from the end of `history.jsonl`, or of another file in its form. */
export function readPrompts(root: string, asked: PromptsAsked, name = 'history.jsonl'): PromptsPage | NotOpened {
  const file = openInside(root, name)
  if (file.kind !== 'file') return file
  const page: PromptsPage = { kind: 'prompts', prompts: [], next: null, reachedMs: null, skipped: 0 }
  const toContent = (hash: string) => {
    const content = readPaste(root, hash)
    return typeof content === 'string' ? content : null
  }
  try {
    const end = Math.min(asked.before ?? file.stats.size, file.stats.size)
    for (const { text, offset } of readLinesBackwards(file.fd, end, LONGEST_LINE_BYTES)) {
      const found = text === null ? null : parsePrompt(text, offset)
      if (found === null) page.skipped++
      else page.reachedMs = found.atMs ?? page.reachedMs
      if (found !== null && isOf(found, asked)) {
        const prompt = withPastes(found, toContent)
        if (hasWords(prompt, asked.query)) page.prompts.push(prompt)
      }
      if (page.prompts.length >= asked.limit || end - offset > MOST_BYTES) {
        page.next = offset > 0 ? offset : null
        break
      }
    }
    return page
  } catch (error) {
    return { kind: 'unreadable', reason: `${name} cannot be read: ${(error as Error).message}` }
  } finally {
    closeSync(file.fd)
  }
}

function isOf({ project, sessionId }: Prompt, asked: PromptsAsked): boolean {
  if (asked.project !== undefined && asked.project !== project) return false
  return asked.sessionId === undefined || asked.sessionId === sessionId
}

function hasWords({ text }: Prompt, query: string | undefined): boolean {
  return query === undefined || text.toLowerCase().includes(query.toLowerCase())
}
