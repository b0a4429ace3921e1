import { CLAIMED_HOME } from '../data-folder.ts'
import { addFileAttachment } from '../lines/attachment-lines.ts'
import { toTitleText } from '../text/prompt-text.ts'
import { toFilePath } from '../text/words.ts'
import { keptOutputCall } from '../tools/bash-call.ts'
import { exitPlanCall, questionCall } from '../tools/dialogue-calls.ts'
import { readImageCall } from '../tools/read-call.ts'
import { webFetchCall, webSearchCall } from '../tools/web-call.ts'
import { toSha256 } from '../tools/workspace.ts'
import type { SessionWork } from './session-work.ts'
import { toPrompt, writeTurn } from './write-turn.ts'

const LONGEST_INLINE_PASTE = 1024

export function writeQuestionTurn(work: SessionWork): void {
  const { conversation } = work
  writeTurn(work, { answers: [() => ({ calls: [questionCall(conversation)] }), { text: 'Agreed.' }] })
}

export function writePlanTurn(work: SessionWork): void {
  const { conversation, plan, folder, oracle } = work
  const { chance, text } = conversation
  const content = `# Plan: ${toTitleText(chance)}\n\n## Steps\n\n${text.prose(chance, 600)}\n`
  const file = `plans/${plan.slug}-${plan.index}.md`
  folder.write(file, content, conversation.clock.nowMs)
  oracle.plans.push({ sessionId: plan.id, file, sha256: toSha256(content) })
  const path = `${CLAIMED_HOME}/.claude/${file}`
  writeTurn(work, { answers: [() => ({ calls: [exitPlanCall(conversation, content, path)] }), { text: 'Begun.' }] })
}

export function writeWebTurn(work: SessionWork): void {
  const { conversation } = work
  const look = () => ({ calls: [webSearchCall(conversation)] })
  const read = () => ({ calls: [webFetchCall(conversation, 1200)] })
  writeTurn(work, { answers: [look, read, { text: conversation.text.sentence(conversation.chance) }] })
}

export function writeImageTurn(work: SessionWork): void {
  const { conversation, plan } = work
  const { chance, text } = conversation
  const bytes = Math.min(40_000, plan.bytes * 0.1)
  const source = { type: 'base64', media_type: 'image/png', data: text.base64(chance, bytes) }
  const seen = () => ({ calls: [readImageCall(conversation, bytes)] })
  writeTurn(work, { blocks: [{ type: 'image', source }], answers: [seen, { text: text.sentence(chance) }] })
}

export function writeKeptOutputTurn(work: SessionWork): void {
  const { conversation, folder, relative, plan } = work
  const bytes = Math.min(40_000, 4000 + plan.bytes * 0.1)
  const call = () => ({ calls: [keptOutputCall(conversation, folder, relative, bytes)] })
  writeTurn(work, { answers: [call, { text: 'Long, but fine.' }] })
}

/** A short paste stands in the history itself, a long one in `paste-cache/`; the transcript has both in full. */
export function writePasteTurns(work: SessionWork): void {
  const { conversation, folder, oracle } = work
  const { chance, text } = conversation
  for (const length of [300, 2400]) {
    const content = text.log(chance, length)
    const question = toPrompt(work)
    const display = `${question} [Pasted text #1 +${content.split('\n').length - 1} lines]`
    const hash = toSha256(content).slice(0, 16)
    const isLong = content.length > LONGEST_INLINE_PASTE
    if (isLong) {
      folder.write(`paste-cache/${hash}.txt`, content, conversation.clock.nowMs)
      oracle.history.pastes.push({ hash, sha256: toSha256(content) })
    }
    const pasted = { id: 1, type: 'text', ...(isLong ? { contentHash: hash } : { content }) }
    const answers = [{ text: text.sentence(chance) }]
    writeTurn(work, { prompt: `${question} ${content}`, display, pastedContents: { 1: pasted }, answers })
  }
}

/** A line so long that it is the whole tail of the file. */
export function writeHugeLine(work: SessionWork): void {
  const { conversation, plan, hugeLineBytes } = work
  const { chance, text, place } = conversation
  if (plan.style === 'new') {
    addFileAttachment(conversation, `${place.cwd}/${toFilePath(chance)}`, text.code(chance, hugeLineBytes))
    return
  }
  const stdout = text.log(chance, hugeLineBytes / 2)
  const structured = { stdout, stderr: '', interrupted: false, isImage: false }
  const call = { name: 'Bash', input: { command: 'cat everything.log' }, content: stdout, structured }
  writeTurn(work, { answers: [{ calls: [call] }] })
}
