import { isObject, parseJson, toObject, toText } from '../parse-json.ts'
import type { Paste, Prompt } from './prompt.ts'

const PLACEHOLDER = /\[(?:Pasted text|\.\.\.Truncated text) #(\d+)(?: \+\d+ lines)?\.*\]/g

/** A line of `history.jsonl`, with what was pasted as far as the line itself holds it. Null for what is none. */
export function parsePrompt(line: string, offset: number): Prompt | null {
  const value = parseJson(line)
  if (!isObject(value) || typeof value.display !== 'string') return null
  const pastes = Object.values(toObject(value.pastedContents)).flatMap((one) => parsePaste(one) ?? [])
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

/** The same prompt with what `paste-cache/` holds. */
export function withPastes(prompt: Prompt, readPaste: (hash: string) => string | null): Prompt {
  if (prompt.pastes.every(({ content, contentHash }) => content !== null || contentHash === null)) return prompt
  const pastes = prompt.pastes.map((paste) => {
    const { content, contentHash } = paste
    return content !== null || contentHash === null ? paste : { ...paste, content: readPaste(contentHash) }
  })
  return { ...prompt, pastes, text: fillPlaceholders(prompt.display, pastes) }
}

function parsePaste(value: unknown): Paste | null {
  if (!isObject(value) || typeof value.id !== 'number') return null
  return {
    id: value.id,
    type: toText(value.type) ?? 'text',
    content: toText(value.content),
    contentHash: toText(value.contentHash),
    filename: toText(value.filename),
  }
}

function fillPlaceholders(display: string, pastes: readonly Paste[]): string {
  return display.replaceAll(PLACEHOLDER, (placeholder, id: string) => {
    const paste = pastes.find((one) => one.id === Number(id) && one.type === 'text')
    return paste?.content ?? placeholder
  })
}
