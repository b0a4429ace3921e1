import { toToolTitle } from '@quarterdeck/protocol/pure'
import type { Approval, Decision } from '@quarterdeck/transcript'
import { toVisibleText } from '../../text/visible-text.ts'
import type { Gone } from './use-gone.ts'

const OUTCOMES: Readonly<Record<Decision['outcome'], string>> = {
  allowed: 'was allowed',
  denied: 'was denied',
  answered: 'was answered',
  withdrawn: 'is no longer asked about',
  closed: 'was closed when the process ended',
}

/** The CLI's message to the model about a skipped question, which is not repeated to a person. */
export const SKIPPED = 'The user skipped the question.'

const KINDS: Readonly<Record<Approval['kind'], string | null>> = {
  approval: null,
  question: 'The question',
  plan: 'The plan',
  elicitation: 'The form',
  dialog: 'The dialog',
}

/** The outcome of a request that was not answered here: "Bash was allowed by Pixel 9." */
export function toOutcomeText({ approval, wasLate }: Gone, decision: Decision | undefined): string | null {
  if (decision === undefined) return null
  const { by, message } = decision
  const words = message === undefined || message === SKIPPED ? '' : ` It said: ${toVisibleText(message)}`
  const late = wasLate ? ' Your answer came too late.' : ''
  return `${toEnd(approval, decision, by === undefined ? '' : ` by ${toVisibleText(by)}`)}.${words}${late}`
}

/** A question that was skipped and a plan that was sent back were not denied. */
function toEnd({ kind, toolName }: Approval, { outcome }: Decision, by: string): string {
  if (kind === 'plan' && outcome === 'denied') return `Claude kept planning${by === '' ? '' : `, decided${by}`}`
  const what = KINDS[kind] ?? toToolTitle(toVisibleText(toolName))
  if (kind === 'plan' && outcome === 'allowed') return `${what} was approved${by}`
  return `${what} ${kind === 'question' && outcome === 'denied' ? 'was skipped' : OUTCOMES[outcome]}${by}`
}
