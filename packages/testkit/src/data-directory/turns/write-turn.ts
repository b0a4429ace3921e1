import { addFirstAttachments } from '../lines/attachment-lines.ts'
import { addLastPrompt, addQueueOperation, addSessionFact } from '../lines/fact-lines.ts'
import { addTurnDuration } from '../lines/system-lines.ts'
import { addPrompt } from '../lines/user-lines.ts'
import type { Line } from '../oracle/line-facts.ts'
import { toPromptText } from '../text/prompt-text.ts'
import type { SessionWork } from './session-work.ts'
import { type Answer, type Answering, type WrittenAnswer, writeAnswer } from './write-answer.ts'

const MOST_HISTORY_ENTRIES = 200
/** Of a short session, at most so much is what the CLI says about itself; of a long one, as much as in reality. */
const PRELUDE_SHARE = 0.3
const PRELUDE_BYTES = 140_000

export interface Turn {
  prompt?: string
  /** Blocks in front of the prompt: images, documents. */
  blocks?: readonly Line[]
  pastedContents?: Record<string, unknown>
  /** What the composer showed, where it was not the prompt itself. */
  display?: string
  answers: readonly (Answer | (() => Answer))[]
  answering?: Partial<Answering>
}

export interface WrittenTurn {
  promptUuid: string
  answers: WrittenAnswer[]
}

export function writeTurn(work: SessionWork, turn: Turn): WrittenTurn {
  const { conversation } = work
  conversation.clock.pass(15_000, 240_000)
  const startMs = conversation.clock.nowMs
  const prompt = turn.prompt ?? toPrompt(work)
  const promptUuid = writePrompt(work, prompt, turn)
  const answering = { ...toAnswering(work, prompt), ...turn.answering }
  const answers = turn.answers.map((answer) => writeAnswer(answering, typeof answer === 'function' ? answer() : answer))
  conversation.place.slug ??= work.plan.slug
  closeTurn(work, prompt, conversation.clock.nowMs - startMs, answers)
  return { promptUuid, answers }
}

export function toPrompt({ plan, conversation }: SessionWork): string {
  const { chance, text } = conversation
  return plan.features.has('cjk') ? text.cjk(chance, 40) : toPromptText(chance)
}

export function toAnswering(work: SessionWork, words: string): Answering {
  const { plan, conversation, requests } = work
  const hasRequestIds = !plan.features.has('without-request-id')
  const shapeBytes = Math.min(PRELUDE_BYTES, plan.bytes * PRELUDE_SHARE) / 2
  return { conversation, requests, model: plan.model, hasRequestIds, words, shapeBytes }
}

function writePrompt(work: SessionWork, prompt: string, turn: Turn): string {
  const { conversation, plan, workspace } = work
  const isOld = plan.style === 'old'
  if (isOld) addQueueOperation(conversation, 'dequeue')
  else if (conversation.chance.yes(0.3)) {
    addQueueOperation(conversation, 'enqueue', prompt)
    addQueueOperation(conversation, 'dequeue')
  }
  const uuid = conversation.ids.uuid()
  if (isOld) workspace.snapshot(conversation, uuid)
  const isFirst = work.promptIndex === 0
  const content = turn.blocks === undefined ? prompt : [...turn.blocks, { type: 'text', text: prompt }]
  work.promptIndex++
  addPrompt(conversation, {
    uuid,
    content,
    text: prompt,
    promptIndex: work.promptIndex,
    ...(isOld && work.todos && { todos: work.todos }),
  })
  noteHistory(work, prompt, turn)
  if (isOld) return uuid
  if (isFirst) addFirstAttachments(conversation, Math.min(PRELUDE_BYTES, plan.bytes * PRELUDE_SHARE) / 2)
  workspace.snapshot(conversation, uuid)
  if (isFirst) addSessionFact(conversation, 'atis-latch', { atis: '' })
  return uuid
}

function noteHistory(work: SessionWork, prompt: string, turn: Turn): void {
  if (work.historyEntries >= MOST_HISTORY_ENTRIES) return
  work.historyEntries++
  work.history.push({
    display: (turn.display ?? prompt).slice(0, 500),
    pastedContents: turn.pastedContents ?? {},
    timestamp: work.conversation.clock.nowMs,
    project: work.plan.project.path,
    sessionId: work.plan.id,
  })
}

function closeTurn(work: SessionWork, prompt: string, durationMs: number, answers: WrittenAnswer[]): void {
  const { conversation, plan, toolsUsed } = work
  if (conversation.chance.yes(0.3)) addTurnDuration(conversation, durationMs)
  if (plan.style === 'new') {
    const before = toolsUsed.size
    for (const { calls } of answers) for (const { name } of calls) toolsUsed.add(name)
    if (toolsUsed.size > before) addSessionFact(conversation, 'tools-used', { tools: [...toolsUsed] })
    addLastPrompt(conversation, prompt)
  }
  conversation.record.settle()
}
