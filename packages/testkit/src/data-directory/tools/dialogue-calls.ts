import type { Conversation } from '../conversation.ts'
import { NOUNS } from '../text/words.ts'
import type { ToolCall } from './tool-call.ts'

export function questionCall({ chance, text }: Conversation): ToolCall {
  const labels = [`Use the ${chance.pick(NOUNS)}`, `Keep the ${chance.pick(NOUNS)}`]
  const question = `Which ${chance.pick(NOUNS)} should it be?`
  const questions = [
    {
      question,
      header: chance.pick(NOUNS),
      options: labels.map((label) => ({ label, description: text.sentence(chance) })),
      multiSelect: false,
    },
  ]
  const answers = { [question]: chance.pick(labels) }
  return {
    name: 'AskUserQuestion',
    input: { questions },
    content: `Answered: "${question}"="${answers[question]}"`,
    structured: { questions, answers },
  }
}

/** Newer CLIs keep the plan in a file and name it. */
export function exitPlanCall(conversation: Conversation, plan: string, filePath: string): ToolCall {
  const isOld = conversation.place.style === 'old'
  return {
    name: 'ExitPlanMode',
    input: isOld ? { plan } : { plan, planFilePath: filePath },
    content: `The plan was approved.\n\n${plan}`,
    structured: { plan, isAgent: false, filePath },
  }
}
