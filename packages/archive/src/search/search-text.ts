import { canonicalToolName } from '@quarterdeck/protocol/pure'
import { toPromptText } from '@quarterdeck/transcript'
import { type Block, toBlocks, toResultText } from '../lines/line-content.ts'
import type { TranscriptLine } from '../lines/parse-transcript-line.ts'
import { readPrompt } from '../lines/read-prompt.ts'

/** `user` is what a person wrote, `assistant` what Claude wrote, thought and asked of tools, `tool` what they answered. */
export type SearchRole = 'user' | 'assistant' | 'tool'

/** What of a line can be found. */
export interface SearchText {
  role: SearchRole
  text: string
  /** The tool that is called, by the name of today. */
  toolName: string | null
  /** The call that is answered. */
  toolUseId: string | null
}

/** No words, whatever they look like. */
const NO_WORDS = new Set([
  'type',
  'id',
  'tool_use_id',
  'data',
  'signature',
  'encrypted_content',
  'encrypted_index',
  'media_type',
])

/** Null for what the CLI says to the model or to itself. */
export function toSearchText(line: TranscriptLine): SearchText | null {
  if (line.isMeta === true) return null
  if (line.type === 'assistant') return toAnswer(line)
  return line.type === 'user' ? (toResult(line) ?? toPrompt(line)) : null
}

function toAnswer(line: TranscriptLine): SearchText | null {
  const blocks = toBlocks(line)
  const call = blocks.find((block) => block.type === 'tool_use' && typeof block.name === 'string')
  const text = join(blocks.map(toBlockText))
  const toolName = call === undefined ? null : canonicalToolName(call.name as string)
  return text === '' ? null : { role: 'assistant', text, toolName, toolUseId: null }
}

function toResult(line: TranscriptLine): SearchText | null {
  const results = toBlocks(line).filter((block) => block.type === 'tool_result')
  const [first] = results
  if (first === undefined) return null
  const text = join(results.map(toResultText))
  const toolUseId = typeof first.tool_use_id === 'string' ? first.tool_use_id : null
  return text === '' ? null : { role: 'tool', text, toolName: null, toolUseId }
}

function toPrompt(line: TranscriptLine): SearchText | null {
  const prompt = readPrompt(line)
  const text = prompt === null ? toShellText(line) : toPromptText(prompt.text)
  return text === '' ? null : { role: 'user', text, toolName: null, toolUseId: null }
}

/** The output of a command that the person ran in the CLI with `!`. */
function toShellText(line: TranscriptLine): string {
  const text = join(toBlocks(line).map(toBlockText))
  return /^\s*<bash-std(out|err)>/.test(text) ? text.replaceAll(/<\/?bash-\w+>/g, ' ').trim() : ''
}

function toBlockText(block: Block): string {
  switch (block.type) {
    case 'text':
      return typeof block.text === 'string' ? block.text : ''
    case 'thinking':
      return typeof block.thinking === 'string' ? block.thinking : ''
    case 'image':
    case 'redacted_thinking':
      return ''
    case 'tool_use':
    case 'server_tool_use':
      return join(toLeaves(block.input))
    default:
      return join(toLeaves(block))
  }
}

/** The texts in a value, without the names of its fields: those would be found everywhere. No recursion: a value may be deeper than the stack. */
function toLeaves(whole: unknown): string[] {
  const leaves: string[] = []
  const open: unknown[] = [whole]
  while (open.length > 0) {
    const value = open.pop()
    if (typeof value === 'string') leaves.push(value)
    if (typeof value !== 'object' || value === null) continue
    const parts = Array.isArray(value)
      ? value
      : Object.entries(value).flatMap(([key, part]) => (NO_WORDS.has(key) && typeof part === 'string' ? [] : [part]))
    for (let at = parts.length - 1; at >= 0; at--) open.push(parts[at])
  }
  return leaves
}

function join(texts: readonly string[]): string {
  return texts.length === 1 ? (texts[0] as string) : texts.filter((text) => text !== '').join('\n')
}
