import { closeSync } from 'node:fs'
import { type NotOpened, openInside } from '../../safe-open.ts'
import { parsePrompt } from './parse-prompt.ts'
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
  /** Ask with it for the next page; null at the beginning of the file. */
  next: number | null
  /** Lines that are no prompts. */
  skipped: number
}

const LONGEST_LINE_BYTES = 4 * 1024 * 1024

/** A page of what was typed, newest first, read from the end of `history.jsonl`. */
export function readPrompts(root: string, asked: PromptsAsked): PromptsPage | NotOpened {
  const file = openInside(root, 'history.jsonl')
  if (file.kind !== 'file') return file
  const page: PromptsPage = { kind: 'prompts', prompts: [], next: null, skipped: 0 }
  const toContent = (hash: string) => {
    const content = readPaste(root, hash)
    return typeof content === 'string' ? content : null
  }
  try {
    const end = Math.min(asked.before ?? file.stats.size, file.stats.size)
    for (const { text, offset } of readLinesBackwards(file.fd, end, LONGEST_LINE_BYTES)) {
      const prompt = text === null ? null : parsePrompt(text, offset, toContent)
      if (prompt === null) page.skipped++
      else if (isAskedFor(prompt, asked)) page.prompts.push(prompt)
      if (page.prompts.length >= asked.limit) {
        page.next = offset > 0 ? offset : null
        break
      }
    }
    return page
  } catch (error) {
    return { kind: 'unreadable', reason: `history.jsonl cannot be read: ${(error as Error).message}` }
  } finally {
    closeSync(file.fd)
  }
}

function isAskedFor({ project, sessionId, text }: Prompt, asked: PromptsAsked): boolean {
  if (asked.project !== undefined && asked.project !== project) return false
  if (asked.sessionId !== undefined && asked.sessionId !== sessionId) return false
  return asked.query === undefined || text.toLowerCase().includes(asked.query.toLowerCase())
}
