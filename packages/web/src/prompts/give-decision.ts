import type { SessionCommand } from '@quarterdeck/contract'
import type { Live } from '../live/create-live.ts'
import { askBeforeLeaving } from '../live/leaving.ts'
import { newId } from '../new-id.ts'
import { instance } from '../place.ts'
import { giveAnswer, toAnswerKey } from './given-answers.ts'
import type { Answer } from './use-decision.ts'

type DecideCommand = Extract<SessionCommand, { kind: 'decide' }>

interface Asked {
  sessionId: string
  requestId?: string | undefined
  inputHash?: string | undefined
}

interface KeptDecision {
  id: string
  command: DecideCommand
  at: number
}

const ALL = 'quarterdeck.decision.'
/** Another server at the same address has other sessions. */
const OWN = `${ALL}${instance}.`
/** What was decided so long ago is asked again. */
const OLD_MS = 3_600_000

/** Those that a reload would lose. */
const unkept = new Set<string>()
askBeforeLeaving(() => unkept.size > 0)

/**
 * Answers a request, however long the way takes. It is kept where it outlives the page, since a phone ends pages without asking: bound to
 * the request and to its input, it can be sent again, and decides nothing else.
 */
export async function giveDecision(live: Pick<Live, 'give'>, asked: Asked, answer: Answer): Promise<void> {
  const { sessionId, requestId = '', inputHash } = asked
  const hash = inputHash === undefined ? {} : { inputHash }
  const command: DecideCommand = { kind: 'decide', sessionId, request_id: requestId, ...answer, ...hash }
  const id = newId()
  if (!keep({ id, command, at: Date.now() })) unkept.add(id)
  await send(live, id, command)
}

/** Those of an earlier visit that nobody has confirmed. */
export function restoreDecisions(live: Pick<Live, 'give'>): void {
  // Of a server that is never visited again, too: what was answered is nobody's to read.
  forgetDecisions(({ at }) => !(Date.now() - at <= OLD_MS))
  for (const { id, command } of list(OWN))
    void giveAnswer(toAnswerKey(command.sessionId, command.request_id), () => send(live, id, command))
}

export function forgetDecisions(isForgotten: (decision: KeptDecision) => boolean): void {
  for (const { key, ...decision } of list(ALL)) if (isForgotten(decision)) localStorage.removeItem(key)
}

async function send(live: Pick<Live, 'give'>, id: string, command: DecideCommand): Promise<void> {
  try {
    await live.give(command, id)
  } finally {
    unkept.delete(id)
    drop(id)
  }
}

function keep(decision: KeptDecision): boolean {
  try {
    localStorage.setItem(OWN + decision.id, JSON.stringify(decision))
    return true
  } catch {
    return false
  }
}

function drop(id: string): void {
  try {
    localStorage.removeItem(OWN + id)
  } catch {
    // A browser that keeps nothing has nothing to drop.
  }
}

function list(prefix: string): (KeptDecision & { key: string })[] {
  try {
    const keys = Array.from({ length: localStorage.length }, (_, at) => localStorage.key(at) ?? '')
    return keys
      .filter((key) => key.startsWith(prefix))
      .flatMap((key) => parse(localStorage.getItem(key)).map((decision) => ({ ...decision, key })))
  } catch {
    return []
  }
}

function parse(text: string | null): KeptDecision[] {
  try {
    const decision = JSON.parse(text ?? '') as KeptDecision
    return typeof decision.id === 'string' && decision.command.kind === 'decide' ? [decision] : []
  } catch {
    return []
  }
}
