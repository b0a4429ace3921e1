import type { Conversation } from '../conversation.ts'
import type { Line } from '../oracle/line-facts.ts'

/** Lines of older CLIs about a tool that is still at work. Nothing hangs on them but the next of their kind. */
function addProgress(conversation: Conversation, data: Line, toolUseID: string, parentToolUseID: string): void {
  conversation.add({
    facts: { kind: 'other' },
    isAside: true,
    body: (uuid, timestamp) => ({ type: 'progress', data, toolUseID, parentToolUseID, uuid, timestamp }),
  })
}

export function addHookProgress(conversation: Conversation, toolUseId: string, toolName: string): void {
  const data = {
    type: 'hook_progress',
    hookEvent: 'PostToolUse',
    hookName: `PostToolUse:${toolName}`,
    command: 'node .hooks/after-tool.mjs',
  }
  addProgress(conversation, data, toolUseId, toolUseId)
}

export function addBashProgress(conversation: Conversation, toolUseId: string, output: string): void {
  for (let step = 1; step <= 3; step++) {
    const fullOutput = output.slice(0, step * 60)
    const data = {
      type: 'bash_progress',
      output: fullOutput.slice(-80),
      fullOutput,
      elapsedTimeSeconds: step * 2,
      totalLines: fullOutput.split('\n').length,
    }
    addProgress(conversation, data, `bash-progress-${step}`, toolUseId)
    conversation.clock.pass(2000, 2400)
  }
}

export function addSearchProgress(conversation: Conversation, toolUseId: string, query: string): void {
  addProgress(conversation, { type: 'query_update', query }, 'search-progress-1', toolUseId)
  conversation.clock.pass(800, 2500)
  const data = { type: 'search_results_received', resultCount: 10, query }
  addProgress(conversation, data, `srv${toolUseId}`, toolUseId)
}

interface AgentStep {
  agentId: string
  messageId: string
  toolUseId: string
  prompt: string
  /** The line of the subagent that this tells of. */
  message: Line
}

/** What links a subagent's file to its tool call in older CLIs. */
export function addAgentProgress(conversation: Conversation, step: AgentStep): void {
  const { agentId, prompt, message } = step
  const data = { message, normalizedMessages: [], type: 'agent_progress', prompt, agentId }
  addProgress(conversation, data, `agent_${step.messageId}`, step.toolUseId)
}
