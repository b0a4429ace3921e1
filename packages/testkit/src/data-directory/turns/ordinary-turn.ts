import { addHookProgress } from '../lines/progress-lines.ts'
import { bashCall, failingBashCall } from '../tools/bash-call.ts'
import { editCall, writeCall } from '../tools/change-calls.ts'
import { readCall } from '../tools/read-call.ts'
import { globCall, grepCall } from '../tools/search-call.ts'
import type { ToolCall } from '../tools/tool-call.ts'
import type { SessionWork } from './session-work.ts'
import type { Answer } from './write-answer.ts'
import { writeTurn } from './write-turn.ts'

const LARGEST_RESULT_BYTES = 60_000

/** A prompt, some rounds of tools, a last word: about as many bytes as are left, at most. */
export function writeOrdinaryTurn(work: SessionWork, bytesLeft: number): void {
  const { chance } = work.conversation
  const rounds = Math.min(chance.integer(0, 7), Math.floor(bytesLeft / 4000))
  const answers = Array.from({ length: rounds }, () => () => toToolAnswer(work, bytesLeft))
  writeTurn(work, { answers: [...answers, () => toLastAnswer(work, bytesLeft)] })
}

export function toLastAnswer(work: SessionWork, bytesLeft: number): Answer {
  const { chance } = work.conversation
  const length = Math.min(chance.around(700, 0.9), bytesLeft / 2)
  return { ...(chance.yes(0.25) && { thinking: say(work, length) }), text: say(work, length) }
}

function toToolAnswer(work: SessionWork, bytesLeft: number): Answer {
  const { chance } = work.conversation
  const count = chance.yes(0.8) ? 1 : chance.integer(2, 3)
  const most = Math.min(LARGEST_RESULT_BYTES, bytesLeft / (8 * count))
  const calls = Array.from({ length: count }, (_, index) => {
    const bytes = Math.min(chance.around(1500, 1.3), most)
    return withHook(work, index === 0 ? toCall(work, bytes) : toReadingCall(work, bytes))
  })
  return {
    ...(chance.yes(0.35) && { thinking: say(work, Math.min(chance.around(300, 0.8), most)) }),
    ...(chance.yes(0.5) && { text: say(work, Math.min(chance.around(150, 0.7), most)) }),
    calls,
  }
}

/** At most one call of an answer changes a file: they run side by side. */
function toCall(work: SessionWork, bytes: number): ToolCall {
  const { conversation, workspace } = work
  const dice = conversation.chance.random()
  if (dice < 0.08) return writeCall(conversation, workspace, bytes)
  const edit = dice < 0.25 ? editCall(conversation, workspace) : null
  return edit ?? toReadingCall(work, bytes)
}

function toReadingCall({ conversation }: SessionWork, bytes: number): ToolCall {
  const dice = conversation.chance.random()
  if (dice < 0.36) return bashCall(conversation, bytes)
  if (dice < 0.76) return readCall(conversation, bytes)
  if (dice < 0.88) return grepCall(conversation, bytes)
  return dice < 0.94 ? globCall(conversation) : failingBashCall(conversation)
}

function withHook({ conversation, plan }: SessionWork, call: ToolCall): ToolCall {
  if (plan.style !== 'old' || !plan.features.has('hooks')) return call
  return {
    ...call,
    during: (site) => {
      call.during?.(site)
      addHookProgress(conversation, site.toolUseId, call.name)
    },
  }
}

function say({ conversation, plan }: SessionWork, length: number): string {
  const { text, chance } = conversation
  return plan.features.has('cjk') ? text.cjk(chance, length / 3) : text.prose(chance, length)
}
