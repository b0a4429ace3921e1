import { toAllow, toQuestionAnswers, toUserMessage } from '@quarterdeck/protocol/pure'
import { SimulatedClock } from '../clock.ts'
import { parseOptions } from '../options.ts'
import type { Lines } from '../output.ts'
import type { Step } from '../script/script.ts'
import { ScriptedSession } from '../session/scripted-session.ts'

const PAUSE_MS = 90_000

interface OfflineSession {
  configFolder: string
  cwd: string
  start: Date
  model?: string
  turns: { prompt: string; steps: Step[] }[]
}

/** Plays a session without a process, in made-up time, for a person who allows everything: what is left is its transcript. */
export async function playOffline(options: OfflineSession): Promise<{ sessionId: string; end: Date }> {
  const { configFolder, cwd, start, turns, model } = options
  const sessionId = crypto.randomUUID()
  const clock = new SimulatedClock(start)
  const prompts = turns.map(({ prompt }) => prompt)
  const output: Lines = { write: (line) => answer(JSON.parse(line)), flushed: () => Promise.resolve() }
  const session = new ScriptedSession({
    output,
    stderr: () => Promise.resolve(),
    clock,
    cwd,
    options: parseOptions([`--session-id=${sessionId}`, ...(model === undefined ? [] : [`--model=${model}`])]),
    settings: { configFolder, sessionStateEvents: true },
    script: { scenes: turns.map(({ prompt, steps }) => ({ words: [prompt], steps })) },
  })
  const saySomething = async () => {
    const prompt = prompts.shift()
    if (prompt === undefined) return session.end()
    await clock.wait(PAUSE_MS)
    session.receive(toUserMessage({ content: prompt, uuid: crypto.randomUUID() }))
  }

  function answer(message: Message): void {
    // Idle, and not the result, because a subagent may still be at work.
    if (message.subtype === 'session_state_changed' && message.state === 'idle') void saySomething()
    if (message.type !== 'control_request' || message.request === undefined) return
    const { input } = message.request
    const updatedInput = Array.isArray(input.questions) ? answerFirst(input as { questions: Question[] }) : input
    session.receive(toAllow({ requestId: message.request_id ?? '', input, updatedInput }))
  }

  void saySomething()
  await session.play()
  return { sessionId, end: clock.now() }
}

interface Question {
  question: string
  options: { label: string }[]
}

interface Message {
  type: string
  subtype?: string
  state?: string
  request_id?: string
  request?: { input: Record<string, unknown> }
}

function answerFirst(input: { questions: Question[] }): Record<string, unknown> {
  return toQuestionAnswers(
    input,
    input.questions.map(({ question, options }) => [question, options[0]?.label ?? ''] as const),
  )
}
