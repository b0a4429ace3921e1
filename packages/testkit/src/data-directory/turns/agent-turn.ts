import type { Conversation } from '../conversation.ts'
import { addQueueOperation } from '../lines/fact-lines.ts'
import { addNotification } from '../lines/user-lines.ts'
import { toTitleText } from '../text/prompt-text.ts'
import { agentCall, taskCall, toNotification } from '../tools/agent-call.ts'
import type { SessionWork } from './session-work.ts'
import { type WrittenAnswer, writeAnswer } from './write-answer.ts'
import { writeSubagent } from './write-subagent.ts'
import { toAnswering, writeTurn } from './write-turn.ts'

interface Saying {
  saying: string
  onSaid: (conversation: Conversation, answer: WrittenAnswer) => void
}

/** A turn in which a subagent works. */
export function writeAgentTurn(work: SessionWork, saying?: Saying): void {
  const { conversation, plan } = work
  const { chance, text, ids } = conversation
  const call = { toolUseId: ids.toolUse(), description: toTitleText(chance) }
  const prompt = text.prose(chance, 200)
  const isOld = plan.style === 'old'
  let notify: (() => void) | undefined
  const launch = () => {
    const agent = writeSubagent(work, { ...call, prompt, ...saying })
    if (isOld) return { calls: [taskCall(work, agent, call)] }
    notify = () => writeNotification(work, toNotification(plan.id, agent, call), agent.endMs)
    return { calls: [agentCall(work, agent, call)] }
  }
  writeTurn(work, { answers: [launch, { text: text.sentence(chance) }] })
  notify?.()
}

/** The turn that starts by itself when a background agent ends. */
function writeNotification(work: SessionWork, content: string, endMs: number): void {
  const { conversation } = work
  conversation.clock.nowMs = Math.max(conversation.clock.nowMs, endMs)
  addQueueOperation(conversation, 'enqueue', content)
  addQueueOperation(conversation, 'dequeue')
  addNotification(conversation, content)
  writeAnswer(toAnswering(work, content), { text: conversation.text.sentence(conversation.chance) })
  conversation.record.settle()
}
