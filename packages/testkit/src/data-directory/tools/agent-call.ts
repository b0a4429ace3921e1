import { addAgentProgress } from '../lines/progress-lines.ts'
import type { SessionWork } from '../turns/session-work.ts'
import type { Subagent } from '../turns/write-subagent.ts'
import type { ToolCall } from './tool-call.ts'

interface Call {
  toolUseId: string
  description: string
}

/** Up to 2.1.38 the main thread waits for the agent, and tells of its steps meanwhile. */
export function taskCall({ conversation }: SessionWork, agent: Subagent, { toolUseId, description }: Call): ToolCall {
  const { agentId, prompt, lastWords, usage } = agent
  const words = { type: 'text', text: lastWords }
  return {
    name: 'Task',
    toolUseId,
    input: { description, prompt, subagent_type: 'general-purpose' },
    content: [words, { type: 'text', text: `agentId: ${agentId}` }],
    structured: {
      status: 'completed',
      prompt,
      agentId,
      content: [words],
      totalDurationMs: 21_400,
      totalTokens: 13_124,
      totalToolUseCount: 2,
      usage,
    },
    during: ({ messageId }) => {
      for (const message of agent.steps)
        addAgentProgress(conversation, { agentId, messageId, toolUseId, prompt, message })
      conversation.clock.nowMs = Math.max(conversation.clock.nowMs, agent.endMs)
    },
  }
}

/** Later it goes on, and hears of the agent's end by a notification. */
export function agentCall({ plan }: SessionWork, agent: Subagent, { toolUseId, description }: Call): ToolCall {
  const { agentId, prompt } = agent
  return {
    name: 'Agent',
    toolUseId,
    input: { description, prompt, subagent_type: 'general-purpose' },
    content: [{ type: 'text', text: `Agent ${agentId} was launched.` }],
    structured: {
      isAsync: true,
      status: 'async_launched',
      agentId,
      description,
      resolvedModel: plan.model,
      prompt,
      outputFile: toOutputFile(plan.id, agentId),
      canReadOutputFile: true,
      canContinueAgent: true,
    },
  }
}

export function toNotification(sessionId: string, agent: Subagent, { toolUseId, description }: Call): string {
  const { agentId, lastWords } = agent
  return [
    '<task-notification>',
    `<task-id>${agentId}</task-id>`,
    `<tool-use-id>${toolUseId}</tool-use-id>`,
    `<output-file>${toOutputFile(sessionId, agentId)}</output-file>`,
    '<status>completed</status>',
    `<summary>Agent "${description}" finished</summary>`,
    `<result>${lastWords}</result>`,
    '</task-notification>',
  ].join('\n')
}

function toOutputFile(sessionId: string, agentId: string): string {
  return `/tmp/agents/${sessionId}/tasks/${agentId}.output`
}
