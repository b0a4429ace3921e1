import type { UserInput } from '@quarterdeck/protocol'
import { toPromptText } from '../host-message.ts'
import type { Step } from '../script/script.ts'
import { toInit } from './catalogue.ts'
import { Interrupted } from './interrupted.ts'
import type { LocalCommand } from './local-commands.ts'
import { playSteps } from './play-steps.ts'
import type { Play, Session } from './session.ts'
import { type TurnEnd, toResult } from './to-result.ts'

/** What the session does next: for a prompt, or, without one, because a task has ended. */
export interface Turn {
  prompt: UserInput | undefined
  origin: object
  work: readonly Step[] | LocalCommand
}

/** Plays a turn from its init to its result. True when the result is an error. */
export async function playTurn(session: Session, turn: Turn, index: number, signal: AbortSignal): Promise<boolean> {
  const { prompt } = turn
  const startedAt = session.clock.now().getTime()
  session.meter.beginTurn()
  session.wire.sendSystem('init', toInit(session))
  if (prompt !== undefined) keepPrompt(session, prompt)
  const play = createPlay(session, prompt, signal)
  const end = await playToEnd(play, turn)
  play.echo()
  const durationMs = session.clock.now().getTime() - startedAt
  const result = toResult(play, end, { durationMs, origin: turn.origin, index })
  session.wire.send(result)
  if (prompt !== undefined) session.main.keepFact({ type: 'last-prompt', lastPrompt: toPromptText(prompt) })
  session.main.keepFact({
    type: 'cost-state',
    totalCostUSD: session.meter.totalCostUsd,
    modelUsage: session.meter.modelUsage,
  })
  return (result as { is_error?: boolean }).is_error === true
}

async function playToEnd(play: Play, { work }: Turn): Promise<TurnEnd> {
  if ('run' in work) return { kind: 'local', command: work.name, text: work.run(play.session) }
  try {
    await playSteps(play, work)
    return { kind: 'done' }
  } catch (error) {
    if (!(error instanceof Interrupted)) throw error
    return { kind: 'interrupted', during: error.during }
  }
}

function createPlay(session: Session, prompt: UserInput | undefined, signal: AbortSignal): Play {
  let isEchoed = prompt === undefined || !session.options.replayUserMessages
  return {
    session,
    lane: session.main,
    signal,
    promptUuid: prompt?.uuid,
    denials: [],
    replies: 0,
    lastText: '',
    echo() {
      if (isEchoed || prompt === undefined) return
      isEchoed = true
      const { message, origin } = prompt
      const timestamp = session.clock.now().toISOString()
      session.wire.send(
        { type: 'user', message, parent_tool_use_id: null, timestamp, isReplay: true, origin },
        prompt.uuid,
      )
    },
  }
}

function keepPrompt(session: Session, prompt: UserInput): void {
  const { message, origin = { kind: 'human' } } = prompt
  session.meter.read(toPromptText(prompt))
  session.main.keep(prompt.uuid ?? crypto.randomUUID(), {
    type: 'user',
    message,
    permissionMode: session.permissions.mode,
    origin,
  })
}
