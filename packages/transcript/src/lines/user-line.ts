import type { MessageOf } from '@quarterdeck/protocol/pure'
import { toPromptText } from '../state/title.ts'
import { isOutput } from '../turns/local-output.ts'

/** The kind of a user line: most are written by the CLI itself. */
export type UserLine =
  | { kind: 'prompt'; text: string; isCommand: boolean }
  /** Output of a command inside the CLI. */
  | { kind: 'output'; text: string }
  | { kind: 'interruption' }
  /** The summary that a compaction left. */
  | { kind: 'summary'; text: string }
  /** A background task has ended. */
  | { kind: 'notification'; text: string }
  /** A hook kept the turn going. */
  | { kind: 'feedback'; text: string }
  | { kind: 'hidden'; why: string; text: string }

const SUMMARY = 'This session is being continued from a previous conversation'
const FEEDBACK = /^Stop hook feedback:\s*/
/** A slash and a name, and no second slash as in a path. */
const COMMAND = /^\/[a-z][\w:-]*(\s|$)/i
/** A text of nothing but the tags that the CLI writes around commands. */
const TAGS_ONLY = /^\s*(<(command-[\w-]+|local-command-caveat|system-reminder)>[\s\S]*?<\/\2>\s*)+$/

/** Sorts a user line by its flags and its text. `afterBoundary`: the line before was the boundary of a compaction. */
export function toUserLine(message: MessageOf<'user'>, text: string, afterBoundary: boolean): UserLine {
  if (message.isCompactSummary || (afterBoundary && text.startsWith(SUMMARY))) return { kind: 'summary', text }
  if (text.startsWith('[Request interrupted by user')) return { kind: 'interruption' }
  if (text.startsWith('<task-notification>')) return { kind: 'notification', text }
  if (text.includes('<') && isOutput(text)) return { kind: 'output', text }
  const isOwn = message.isMeta || message.isSynthetic
  if (isOwn && FEEDBACK.test(text)) return { kind: 'feedback', text: text.replace(FEEDBACK, '') }
  if (message.isMeta) return { kind: 'hidden', why: 'written for Claude', text }
  if (message.isSynthetic) return { kind: 'hidden', why: 'made by the CLI', text }
  if (message.isVisibleInTranscriptOnly) return { kind: 'hidden', why: 'for the transcript only', text }
  return toPrompt(text)
}

/** A command is shown as it was typed, without its tags: were it left out, its output would stand alone. */
function toPrompt(text: string): UserLine {
  if (text.includes('<command-name>')) return { kind: 'prompt', text: toPromptText(text), isCommand: true }
  const words = toPromptText(text)
  if ((words === '' && text !== '') || (words.startsWith('<') && TAGS_ONLY.test(text)))
    return { kind: 'hidden', why: 'nothing but tags', text }
  const isShell = words.startsWith('!') && text.trimStart().startsWith('<bash-input>')
  return { kind: 'prompt', text: words, isCommand: isShell || (words.startsWith('/') && COMMAND.test(words)) }
}
