import type { Conversation } from '../conversation.ts'
import { CLAIMED_HOME, type DataFolder } from '../data-folder.ts'
import { addBashProgress } from '../lines/progress-lines.ts'
import { NOUNS, toFilePath, toIdentifier } from '../text/words.ts'
import { type ToolCall, toFailure } from './tool-call.ts'

export function toCommand({ chance }: Conversation): string {
  return chance.pick([
    `npm test -- ${toFilePath(chance)}`,
    `git log --oneline -n ${chance.integer(3, 40)} -- ${toFilePath(chance)}`,
    `grep -rn "${toIdentifier(chance)}" src | head -n ${chance.integer(5, 60)}`,
    `ls -la ${chance.pick(NOUNS)} && wc -l ${toFilePath(chance)}`,
    `node scripts/${chance.pick(NOUNS)}.mjs --limit ${chance.integer(1, 900)}`,
  ])
}

export function bashCall(conversation: Conversation, bytes: number, command = toCommand(conversation)): ToolCall {
  const { chance, text, place } = conversation
  const stdout = text.log(chance, bytes).trimEnd()
  const input = { command, description: text.sentence(chance) }
  const structured = { stdout, stderr: '', interrupted: false, isImage: false, noOutputExpected: false }
  const isSlow = place.style === 'old' && conversation.isMain && chance.yes(0.15)
  return {
    name: 'Bash',
    input,
    content: stdout,
    structured,
    ...(isSlow && { during: ({ toolUseId }) => addBashProgress(conversation, toolUseId, stdout) }),
  }
}

export function failingBashCall(conversation: Conversation): ToolCall {
  const { chance, text } = conversation
  const message = `Exit code ${chance.integer(1, 3)}\n${text.log(chance, 200)}`
  return toFailure('Bash', { command: toCommand(conversation) }, message)
}

/** An output too long for the transcript: the line holds its beginning and names the file with the rest. */
export function keptOutputCall(
  conversation: Conversation,
  folder: DataFolder,
  relative: string,
  bytes: number,
): ToolCall {
  const { chance, text, ids } = conversation
  const whole = text.log(chance, bytes)
  const file = `${relative}/tool-results/${ids.toolUse()}.txt`
  folder.write(file, whole, conversation.clock.nowMs)
  const path = `${CLAIMED_HOME}/.claude/${file}`
  const content = `<persisted-output>\n${path}\n\n${whole.slice(0, 2000)}\n</persisted-output>`
  return {
    name: 'Bash',
    input: { command: toCommand(conversation) },
    content,
    structured: {
      stdout: whole.slice(0, 2000),
      stderr: '',
      interrupted: false,
      isImage: false,
      noOutputExpected: false,
      persistedOutputPath: path,
      persistedOutputSize: Buffer.byteLength(whole),
    },
  }
}
