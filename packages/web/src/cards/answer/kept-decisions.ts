import type { SessionCommand } from '@quarterdeck/contract'
import { createKeptValues } from '../../live/kept-values.ts'
import { instance } from '../../server-address.ts'

export type DecideCommand = Extract<SessionCommand, { kind: 'decide' }>

/** A decision that the server has not confirmed, with the id under which it is sent again and done once. */
export interface KeptDecision {
  id: string
  command: DecideCommand
  at: number
}

const ALL = 'quarterdeck.decision.'
/** Another server at the same address has other sessions. */
const OWN = `${ALL}${instance}.`

const isWhole = ({ id, at, command }: KeptDecision) =>
  typeof id === 'string' && typeof at === 'number' && command.kind === 'decide'

/** In the browser's storage, since a phone ends pages without asking. */
export const keptDecisions = createKeptValues<KeptDecision>(OWN, isWhole)

/** Those of other servers too: one that is never visited again would leave them to whoever has the browser next. */
export function forgetDecisions(isForgotten: (decision: KeptDecision) => boolean): void {
  for (const { key, value } of createKeptValues(ALL, isWhole).list())
    if (isForgotten(value)) localStorage.removeItem(key)
}
