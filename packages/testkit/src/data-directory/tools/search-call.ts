import type { Conversation } from '../conversation.ts'
import { toFilePath, toIdentifier } from '../text/words.ts'
import type { ToolCall } from './tool-call.ts'

function toFileNames(conversation: Conversation, count: number): string[] {
  return Array.from({ length: count }, () => `${conversation.place.cwd}/${toFilePath(conversation.chance)}`)
}

export function grepCall(conversation: Conversation, bytes: number, path?: string): ToolCall {
  const { chance, text } = conversation
  const input = { pattern: toIdentifier(chance), ...(path && { path }) }
  if (chance.yes(0.5)) {
    const filenames = toFileNames(conversation, Math.max(1, Math.min(60, Math.round(bytes / 120))))
    return {
      name: 'Grep',
      input: { ...input, output_mode: 'files_with_matches' },
      content: `Found ${filenames.length} files\n${filenames.join('\n')}`,
      structured: { mode: 'files_with_matches', filenames, numFiles: filenames.length },
    }
  }
  const content = text.log(chance, bytes)
  const numLines = content.split('\n').length
  return {
    name: 'Grep',
    input: { ...input, output_mode: 'content', '-n': true },
    content,
    structured: { mode: 'content', numFiles: 0, filenames: [], content, numLines },
  }
}

export function globCall(conversation: Conversation): ToolCall {
  const { chance } = conversation
  const filenames = toFileNames(conversation, chance.integer(1, 30))
  return {
    name: 'Glob',
    input: { pattern: `**/*.${chance.pick(['ts', 'py', 'go', 'md'])}` },
    content: filenames.join('\n'),
    structured: { filenames, durationMs: chance.integer(4, 900), numFiles: filenames.length, truncated: false },
  }
}
