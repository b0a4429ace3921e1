import { addApiErrorMessage } from '../lines/assistant-lines.ts'
import {
  addApiRetry,
  addCompaction,
  addInformational,
  addLocalCommand,
  addMicrocompaction,
  addStopHookSummary,
} from '../lines/system-lines.ts'
import { addCommand, addInterruption, addOtherUserLine } from '../lines/user-lines.ts'
import { bashCall } from '../tools/bash-call.ts'
import type { SessionWork } from './session-work.ts'
import { writeTurn } from './write-turn.ts'

/** Stopped in the middle of a text, and in the middle of a tool. */
export function writeInterruptedTurns(work: SessionWork): void {
  const { conversation, plan } = work
  const { chance, text } = conversation
  const partial = { text: text.prose(chance, 200), isAborted: plan.style === 'new' }
  writeTurn(work, { answers: plan.style === 'new' ? [partial] : [] })
  addInterruption(conversation, false)
  writeTurn(work, {
    answers: [() => ({ calls: [bashCall(conversation, 0)] })],
    answering: { withoutResults: true },
  })
  addInterruption(conversation, true)
}

export function writeApiErrors(work: SessionWork): void {
  const { conversation } = work
  writeTurn(work, { answers: [] })
  for (let attempt = 1; attempt <= 2; attempt++) addApiRetry(conversation, attempt)
  addApiErrorMessage(conversation, 529, 'overloaded_error')
  writeTurn(work, { answers: [] })
  addApiErrorMessage(conversation, 400, 'invalid_request_error')
  conversation.record.settle()
}

/** Commands that ran without the model, each written as its CLI does. */
export function writeCommands(work: SessionWork): void {
  const { conversation, plan } = work
  const { chance, text } = conversation
  const remark = text.sentence(chance)
  if (plan.style === 'old') {
    addCommand(conversation, 'cost', `Total cost: $${chance.random().toFixed(4)}`, remark)
    addCommand(conversation, 'context', text.prose(chance, 300), remark)
    const xml =
      '<command-name>/doctor</command-name>\n<command-message>doctor</command-message>\n<command-args></command-args>'
    addLocalCommand(conversation, xml, 'doctor')
    return
  }
  addOtherUserLine(conversation, `<local-command-caveat>${remark}</local-command-caveat>`, { isMeta: true })
  const xml =
    '<command-name>/usage</command-name>\n            <command-message>usage</command-message>\n            <command-args></command-args>'
  addOtherUserLine(conversation, xml)
  addLocalCommand(conversation, `<local-command-stdout>${text.prose(chance, 200)}</local-command-stdout>`, 'usage')
  addCommand(conversation, 'model', 'Set model', remark)
}

export function writeCompaction(work: SessionWork, trigger: 'auto' | 'manual' = 'auto'): void {
  const { conversation } = work
  const { chance, text } = conversation
  addCompaction(conversation, trigger, `What was done so far:\n\n${text.prose(chance, 1500)}`)
}

export function writeMicrocompaction({ conversation }: SessionWork): void {
  const { ids } = conversation
  addMicrocompaction(conversation, [ids.toolUse(), ids.toolUse()])
}

/** The last prompt is edited: both versions hang on the same line, and only the second goes on. */
export function writeEditedPrompt(work: SessionWork): void {
  const { conversation } = work
  const { chance, text, record } = conversation
  const { parentUuid } = conversation
  const first = writeTurn(work, { answers: [{ text: text.sentence(chance) }] })
  conversation.parentUuid = parentUuid
  const second = writeTurn(work, { answers: [{ text: text.sentence(chance) }] })
  record.session.branches.push({ parentUuid, children: [first.promptUuid, second.promptUuid] })
}

export function writeHookLines({ conversation }: SessionWork): void {
  const { chance, text } = conversation
  addStopHookSummary(conversation, 'node .hooks/stop.mjs')
  addInformational(conversation, text.sentence(chance))
}
