import type { Conversation } from '../conversation.ts'
import type { Line } from '../oracle/line-facts.ts'
import type { TodoItem } from '../oracle/side-facts.ts'

interface Prompt {
  uuid: string
  /** As it stands in the line; a plain text becomes one text block, or stays one by chance. */
  content: string | Line[]
  /** What the person wrote. */
  text: string
  todos?: readonly TodoItem[]
  permissionMode?: string
  promptIndex: number
}

export function addPrompt(conversation: Conversation, prompt: Prompt): string {
  const { place, ids, chance } = conversation
  conversation.promptId = ids.uuid()
  const plain = typeof prompt.content === 'string' && chance.yes(0.5)
  const content =
    typeof prompt.content === 'string' && !plain ? [{ type: 'text', text: prompt.content }] : prompt.content
  const permissionMode = prompt.permissionMode ?? 'default'
  const position = { promptIndex: prompt.promptIndex, turnIndex: prompt.promptIndex }
  return conversation.add({
    uuid: prompt.uuid,
    promptId: conversation.promptId,
    facts: { kind: 'prompt', prompt: prompt.text },
    body: (uuid, timestamp) => ({
      type: 'user',
      message: { role: 'user', content },
      uuid,
      timestamp,
      ...(prompt.todos && { todos: prompt.todos }),
      permissionMode,
      ...(place.style === 'new' && {
        origin: { kind: 'human' },
        promptSource: place.entrypoint === 'cli' ? 'typed' : 'sdk',
        turnOrigin: 'human',
        turnPosition: position,
        turnAttributionKey: uuid,
      }),
    }),
  })
}

interface ToolResult {
  toolUseId: string
  toolName: string
  assistantUuid: string
  content: string | Line[]
  isError: boolean
  structured: unknown
}

export function addToolResult(conversation: Conversation, result: ToolResult): string {
  const { toolUseId, content, isError, structured, assistantUuid, toolName } = result
  const { style } = conversation.place
  const isShell = toolName === 'Bash'
  const block = isError
    ? { type: 'tool_result', content, is_error: true, tool_use_id: toolUseId }
    : { tool_use_id: toolUseId, type: 'tool_result', content, ...(isShell && { is_error: false }) }
  return conversation.add({
    promptId: conversation.promptId,
    // Calls of one message run side by side: each result hangs on its own call.
    parentUuid: assistantUuid,
    facts: { kind: 'tool-result', ...(isError && { failedTool: toolName }) },
    body: (uuid, timestamp) => ({
      type: 'user',
      message: { role: 'user', content: [block] },
      uuid,
      timestamp,
      // Subagents keep the text alone.
      ...(conversation.isMain && { toolUseResult: structured }),
      ...(style === 'new' && isShell && { sandboxed: false }),
      sourceToolAssistantUUID: assistantUuid,
      ...(style === 'new' && { permissionDecision: { decision: 'accept', source: 'config', reasonType: 'mode' } }),
    }),
  })
}

/** A user line that nobody wrote. */
export function addOtherUserLine(conversation: Conversation, content: string | Line[], more: Line = {}): string {
  return conversation.add({
    promptId: conversation.promptId,
    facts: { kind: 'other' },
    body: (uuid, timestamp) => ({ type: 'user', message: { role: 'user', content }, ...more, uuid, timestamp }),
  })
}

export function addInterruption(conversation: Conversation, isDuringTool: boolean): string {
  const text = isDuringTool ? '[Request interrupted by user for tool use]' : '[Request interrupted by user]'
  return addOtherUserLine(conversation, [{ type: 'text', text }])
}

/** A slash command that ran without the model: a remark to the model, the command, its output. */
export function addCommand(conversation: Conversation, name: string, output: string, remark: string): void {
  addOtherUserLine(conversation, `<local-command-caveat>${remark}</local-command-caveat>`, { isMeta: true })
  const xml = `<command-name>/${name}</command-name>\n            <command-message>${name}</command-message>\n            <command-args></command-args>`
  addOtherUserLine(conversation, xml)
  addOtherUserLine(conversation, `<local-command-stdout>${output}</local-command-stdout>`)
}

/** The end of a background agent. Newer CLIs start a turn with it, by themselves. */
export function addNotification(conversation: Conversation, content: string): string {
  conversation.promptId = conversation.ids.uuid()
  const runId = conversation.ids.uuid().slice(0, 17)
  return conversation.add({
    promptId: conversation.promptId,
    facts: { kind: 'other' },
    body: (uuid, timestamp) => ({
      type: 'user',
      message: { role: 'user', content },
      uuid,
      timestamp,
      permissionMode: 'default',
      origin: { kind: 'task-notification', producer: 'session-task', runId },
      promptSource: 'system',
      turnOrigin: 'task_notification',
      queueSkipAttachments: true,
    }),
  })
}
