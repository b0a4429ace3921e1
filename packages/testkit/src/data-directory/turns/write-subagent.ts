import type { Usage } from '@quarterdeck/protocol'
import { Conversation } from '../conversation.ts'
import { addFirstAttachments } from '../lines/attachment-lines.ts'
import { RequestLog } from '../lines/request-lines.ts'
import type { Line } from '../oracle/line-facts.ts'
import { SessionClock } from '../session-clock.ts'
import { readCall } from '../tools/read-call.ts'
import { grepCall } from '../tools/search-call.ts'
import { TranscriptFile } from '../transcript-file.ts'
import type { SessionWork } from './session-work.ts'
import { type WrittenAnswer, writeAnswer } from './write-answer.ts'

export interface Subagent {
  agentId: string
  prompt: string
  lastWords: string
  endMs: number
  usage: Usage
  /** Its own lines, as older CLIs repeat them in the main file. */
  steps: Line[]
}

interface Wish {
  toolUseId: string
  prompt: string
  description: string
  /** To be said by the agent, but not with its last words: those stand in the main file too. */
  saying?: string
  onSaid?: (conversation: Conversation, answer: WrittenAnswer) => void
}

/** Writes the file of a subagent. It works while the main thread waits, or goes on. */
export function writeSubagent(work: SessionWork, wish: Wish): Subagent {
  const { conversation: main, plan, folder } = work
  const { chance, text } = main
  const agentId = main.ids.agent(plan.style)
  const fileName = toFileName(work, agentId)
  const clock = new SessionClock(chance, main.clock.nowMs + 9500, Number.POSITIVE_INFINITY)
  const place = { ...main.place, isSidechain: true, agentId, slug: plan.slug }
  const file = new TranscriptFile(folder.at(fileName))
  const { ids, record } = main
  const conversation = new Conversation({ place, chance, ids, clock, text, file, fileName, record, tape: null })
  conversation.promptId = main.promptId

  const promptUuid = conversation.add({
    promptId: main.promptId,
    facts: { kind: 'other' },
    body: (uuid, timestamp) => ({ type: 'user', message: { role: 'user', content: wish.prompt }, uuid, timestamp }),
  })
  if (plan.style === 'new') addFirstAttachments(conversation, Math.min(20_000, plan.bytes * 0.1))
  const answering = {
    conversation,
    requests: plan.style === 'new' ? new RequestLog() : null,
    model: plan.style === 'old' ? 'claude-haiku-4-5-20251001' : plan.model,
    hasRequestIds: true,
    words: wish.prompt,
    shapeBytes: Math.min(20_000, plan.bytes * 0.1),
  }
  const said = { text: wish.saying ?? text.sentence(chance), calls: [readCall(conversation, 400)] }
  const first = writeAnswer(answering, said)
  wish.onSaid?.(conversation, first)
  const second = writeAnswer(answering, { calls: [grepCall(conversation, 400)] })
  const lastWords = text.prose(chance, 300)
  writeAnswer(answering, { text: lastWords })

  file.close(clock.nowMs)
  folder.count(file.bytes)
  record.session.subagents.push({ agentId, file: fileName, toolUseId: wish.toolUseId })
  if (plan.style === 'new') writeMeta(work, fileName, wish)
  const at = new Date(clock.nowMs).toISOString()
  const asked = { type: 'user', message: { role: 'user', content: [{ type: 'text', text: wish.prompt }] } }
  const searched = {
    type: 'assistant',
    timestamp: at,
    uuid: second.calls[0]?.assistantUuid,
    requestId: second.message.requestId,
  }
  const block = { type: 'tool_use', id: second.calls[0]?.toolUseId, name: 'Grep', input: { pattern: 'x' } }
  const message = {
    id: second.message.id,
    type: 'message',
    role: 'assistant',
    model: answering.model,
    content: [block],
  }
  return {
    agentId,
    prompt: wish.prompt,
    lastWords,
    endMs: clock.nowMs,
    usage: { input_tokens: 4, output_tokens: 220, cache_creation_input_tokens: 900, cache_read_input_tokens: 12_000 },
    steps: [
      { ...asked, uuid: promptUuid, timestamp: at },
      { ...searched, message: { ...message, usage: { input_tokens: 4, output_tokens: 1 } } },
    ],
  }
}

/** The oldest CLIs put agents beside the sessions. */
function toFileName({ plan, relative }: SessionWork, agentId: string): string {
  if (!plan.features.has('loose-agent-file')) return `${relative}/subagents/agent-${agentId}.jsonl`
  return `projects/${plan.project.folderName}/agent-${agentId}.jsonl`
}

/** What links the agent to its tool call in newer CLIs. */
function writeMeta({ folder, plan, conversation }: SessionWork, fileName: string, wish: Wish): void {
  const meta = {
    agentType: 'general-purpose',
    isBuiltIn: true,
    launchedWithDefaults: true,
    description: wish.description,
    toolUseId: wish.toolUseId,
    spawnDepth: 1,
    requestShape: 'background',
    requestNonInteractive: true,
    pickedEffortModel: plan.model,
    finished: true,
  }
  folder.write(fileName.replace(/\.jsonl$/, '.meta.json'), JSON.stringify(meta), conversation.clock.nowMs)
}
