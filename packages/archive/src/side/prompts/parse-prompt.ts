import { isObject, parseJson, toObject, toText } from '../parse-json.ts'
import type { Paste, Prompt } from './prompt.ts'

const PLACEHOLDER = /\[(?:Pasted text|\.\.\.Truncated text) #(\d+)(?: \+\d+ lines)?\.*\]/g

/** A line of `history.jsonl`. Null for what is none. */
export function parsePrompt(line: string, offset: number, readPaste: (hash: string) => string | null): Prompt | null {
  const value = parseJson(line)
  if (!isObject(value) || typeof value.display !== 'string') return null
  const pastes = Object.values(toObject(value.pastedContents)).flatMap((one) => parsePaste(one, readPaste) ?? [])
  return {
    display: value.display,
    text: fillPlaceholders(value.display, pastes),
    pastes,
    project: toText(value.project),
    sessionId: toText(value.sessionId),
    atMs: typeof value.timestamp === 'number' ? value.timestamp : null,
    offset,
  }
}

function parsePaste(value: unknown, readPaste: (hash: string) => string | null): Paste | null {
  if (!isObject(value) || typeof value.id !== 'number') return null
  const contentHash = toText(value.contentHash)
  const content = toText(value.content) ?? (contentHash === null ? null : readPaste(contentHash))
  return { id: value.id, type: toText(value.type) ?? 'text', content, contentHash, filename: toText(value.filename) }
}

function fillPlaceholders(display: string, pastes: readonly Paste[]): string {
  return display.replaceAll(PLACEHOLDER, (placeholder, id: string) => {
    const paste = pastes.find((one) => one.id === Number(id) && one.type === 'text')
    return paste?.content ?? placeholder
  })
}
