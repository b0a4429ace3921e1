import type { AgentResult } from '@quarterdeck/protocol/tools'
import type { ToolCall } from '@quarterdeck/transcript'
import { listOf, textOf } from '../read-field.ts'

/** It says nothing yet: it works on in the background. */
const SENT = /^(?:Async agent launched|Spawned) successfully/
const USED = /(?:^|\n)agentId: [^\n]*(?:\nworktree\w+: [^\n]*)*\n<usage>[\s\S]*<\/usage>\s*$/
/** Newer CLIs tell the model whose words follow, and indent them. */
const FRAME = /^\[Subagent hand-back\][^\n]*\n/m

/** What an agent answered, without what the CLI tells the model of it: whose words they are, how it is gone on with, what it used. */
export function toAgentAnswer({ structured, result = '' }: Pick<ToolCall, 'structured' | 'result'>): string {
  const told = listOf<AgentResult>(structured, 'content').flatMap((block) => textOf(block, 'text') ?? [])
  if (told.length > 0) return told.join('\n').trim()
  if (SENT.test(result)) return ''
  const words = result.replace(USED, '')
  const framed = words.replace(FRAME, '')
  return (framed === words ? words : framed.replaceAll(/^ {2}/gm, '')).trim()
}
