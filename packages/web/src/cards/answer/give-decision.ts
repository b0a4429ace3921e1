import type { SessionCommand } from '@quarterdeck/contract'
import type { Live } from '../../live/create-live.ts'
import { createKeptValues } from '../../live/kept-values.ts'
import { askBeforeLeaving } from '../../live/leaving.ts'
import { newId } from '../../new-id.ts'
import { instance } from '../../place.ts'
import type { Answer } from '../card-props.ts'
import { giveAnswer, toAnswerKey } from './given-answers.ts'

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
const isWhole = ({ id, at, command }: KeptDecision) =>
  typeof id === 'string' && typeof at === 'number' && command.kind === 'decide'
const kept = createKeptValues<KeptDecision>(OWN, isWhole)
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
  if (!kept.put(id, { id, command, at: Date.now() })) unkept.add(id)
  await send(live, id, command)
}

/** Those of an earlier visit that nobody has confirmed. */
export function restoreDecisions(live: Pick<Live, 'give'>): void {
  forgetDecisions(({ at }) => Date.now() - at > OLD_MS)
  for (const { value } of kept.list()) {
    const { id, command } = value
    void giveAnswer(toAnswerKey(command.sessionId, command.request_id), () => send(live, id, command))
  }
}

/** Those of other servers too: one that is never visited again would leave them to whoever has the browser next. */
export function forgetDecisions(isForgotten: (decision: KeptDecision) => boolean): void {
  for (const { key, value } of createKeptValues(ALL, isWhole).list())
    if (isForgotten(value)) localStorage.removeItem(key)
}

async function send(live: Pick<Live, 'give'>, id: string, command: DecideCommand): Promise<void> {
  try {
    await live.give(command, id)
  } finally {
    unkept.delete(id)
    kept.remove(id)
  }
}
