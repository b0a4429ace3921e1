import type { Conversation } from '../conversation.ts'
import type { Line } from '../oracle/line-facts.ts'

/** What newer CLIs add to a prompt by themselves. Kept in the thread, shown to nobody. */
export function addAttachment(conversation: Conversation, attachment: Line, rendered?: string): void {
  const shown = rendered === undefined ? {} : { rendered: [{ content: rendered }], renderedRole: 'system' }
  conversation.add({
    facts: { kind: 'other' },
    body: (uuid, timestamp) => ({ attachment, type: 'attachment', uuid, timestamp, ...shown }),
  })
}

/** The attachments at the beginning of a session; they make up most of a short one. */
export function addFirstAttachments(conversation: Conversation, bytes: number): void {
  const { chance, text, place, clock } = conversation
  const part = Math.round(bytes / 8)
  const snapshot = { workingDirectory: place.cwd, isWorktree: false, isGitRepo: true, platform: 'linux', shell: 'bash' }
  const reminder = (content: string) => `<system-reminder>\n${content}\n</system-reminder>`
  addAttachment(conversation, { type: 'environment', snapshot }, reminder(text.prose(chance, 300)))
  const names = ['alpha-skill', 'beta-skill', 'gamma-skill']
  const listing = text.prose(chance, part)
  const digests = names.map(() => conversation.ids.uuid().slice(0, 8))
  addAttachment(
    conversation,
    { type: 'skill_listing', content: listing, skillCount: names.length, isInitial: true, names, digests },
    reminder(listing),
  )
  addAttachment(conversation, { type: 'session_context', context: {} })
  const date = new Date(clock.nowMs).toISOString().slice(0, 10)
  addAttachment(conversation, { type: 'date', date }, reminder(date))
  const systemPrompt = [text.prose(chance, part), text.prose(chance, part)]
  const tools = ['Bash', 'Read', 'Edit', 'Agent'].map((name) => ({ name, description: text.prose(chance, part) }))
  addAttachment(conversation, { type: 'prompt_snapshot', systemPrompt, tools, reminderFold: false })
}

/** A file that the person named with `@`, whole. */
export function addFileAttachment(conversation: Conversation, path: string, content: string): void {
  const totalLines = content.split('\n').length
  const file = { filePath: path, content, numLines: totalLines, startLine: 1, totalLines }
  const displayPath = path.slice(conversation.place.cwd.length + 1)
  addAttachment(conversation, { type: 'file', filename: path, content: { type: 'text', file }, displayPath })
}
