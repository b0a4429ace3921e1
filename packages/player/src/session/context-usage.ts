import type { ContextUsage } from '@quarterdeck/protocol'
import type { Session } from './session.ts'

const SYSTEM_PROMPT = 3_200
const SYSTEM_TOOLS = 10_800

/** What fills the context window, as /context would show it. */
export function toContextUsage({ meter, model }: Session): ContextUsage {
  const { contextTokens, contextWindow } = meter
  const messages = Math.max(0, contextTokens - SYSTEM_PROMPT - SYSTEM_TOOLS)
  return {
    categories: [
      { id: 'system_prompt', name: 'System prompt', tokens: SYSTEM_PROMPT, kind: 'used' },
      { id: 'system_tools', name: 'System tools', tokens: SYSTEM_TOOLS, kind: 'used' },
      { id: 'messages', name: 'Messages', tokens: messages, kind: 'used' },
      { id: 'free_space', name: 'Free space', tokens: contextWindow - contextTokens, kind: 'free' },
    ],
    totalTokens: contextTokens,
    maxTokens: contextWindow,
    rawMaxTokens: contextWindow,
    percentage: Math.round((contextTokens / contextWindow) * 100),
    model,
    isAutoCompactEnabled: true,
  }
}
