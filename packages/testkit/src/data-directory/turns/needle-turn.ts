import { addFileAttachment } from '../lines/attachment-lines.ts'
import { addOtherUserLine } from '../lines/user-lines.ts'
import type { Plant } from '../plan/plan-needles.ts'
import { toPromptText } from '../text/prompt-text.ts'
import { bashCall } from '../tools/bash-call.ts'
import { grepCall } from '../tools/search-call.ts'
import { writeAgentTurn } from './agent-turn.ts'
import type { SessionWork } from './session-work.ts'
import { writeTurn } from './write-turn.ts'

/** Plants a text where its kind says, and tells the oracle on which line it stands. */
export function writeNeedleTurn(work: SessionWork, plant: Plant): void {
  const uuid = writePlanted(work, plant)
  if (uuid) work.noteHit(plant, work.conversation.toHit(uuid))
}

/** The uuid of the line with the text; null where the oracle has been told already. */
function writePlanted(work: SessionWork, plant: Plant): string | null | undefined {
  const { conversation } = work
  const { chance, text } = conversation
  const answer = { text: text.sentence(chance) }
  const say = (words: string) => `${text.sentence(chance)} ${words}. ${text.sentence(chance)}`
  switch (plant.kind) {
    case 'prompt':
    case 'spread':
      return writeTurn(work, { prompt: `${toPromptText(chance)}: ${plant.text}`, answers: [answer] }).promptUuid
    case 'phrase': {
      // The same words backwards are not the phrase.
      const backwards = plant.query.split(' ').reverse().join(' ')
      return writeTurn(work, { prompt: plant.text, answers: [{ text: say(backwards) }] }).promptUuid
    }
    case 'text':
    case 'substring':
    case 'cjk':
      return writeTurn(work, { answers: [{ text: say(plant.text) }] }).answers[0]?.textUuid
    case 'thinking':
      return writeTurn(work, { answers: [{ thinking: say(plant.text), ...answer }] }).answers[0]?.thinkingUuid
    case 'command': {
      const call = () => ({ calls: [bashCall(conversation, 300, plant.text)] })
      return writeTurn(work, { answers: [call, answer] }).answers[0]?.calls[0]?.assistantUuid
    }
    case 'path': {
      const call = () => ({ calls: [grepCall(conversation, 300, plant.text)] })
      return writeTurn(work, { answers: [call, answer] }).answers[0]?.calls[0]?.assistantUuid
    }
    case 'result': {
      const stdout = `${text.log(chance, 300)}${plant.text}`
      const structured = { stdout, stderr: '', interrupted: false, isImage: false }
      const call = { name: 'Bash', input: { command: 'npm test' }, content: stdout, structured }
      return writeTurn(work, { answers: [{ calls: [call] }, answer] }).answers[0]?.calls[0]?.resultUuid
    }
    case 'subagent':
      writeAgentTurn(work, {
        saying: say(plant.text),
        onSaid: (agent, { textUuid }) => {
          if (textUuid) work.noteHit(plant, agent.toHit(textUuid))
        },
      })
      return null
    default:
      writeDecoy(work, plant)
      return null
  }
}

/** Where the CLI talks to the model about itself, or where text is no text. */
function writeDecoy(work: SessionWork, plant: Plant): void {
  const { conversation } = work
  const { chance, text, place } = conversation
  const answers = [{ text: text.sentence(chance) }]
  switch (plant.kind) {
    case 'meta':
      addOtherUserLine(conversation, plant.text, { isMeta: true })
      break
    case 'attachment':
      addFileAttachment(conversation, `${place.cwd}/notes.md`, plant.text)
      break
    case 'request':
      writeTurn(work, { answers, answering: { words: plant.text } })
      break
    default: {
      const data = `${text.base64(chance, 400)}${plant.text.padEnd(12, 'A')}${text.base64(chance, 400)}`
      const source = { type: 'base64', media_type: 'image/png', data }
      writeTurn(work, { blocks: [{ type: 'image', source }], answers })
    }
  }
  work.noteHit(plant, conversation.toHit(''))
}
