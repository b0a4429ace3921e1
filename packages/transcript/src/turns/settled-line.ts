import type { Approval } from '../state/approval.ts'
import type { Decision } from '../state/entry.ts'

const MAX_CHARACTERS = 200

const OUTCOMES: Readonly<Record<Decision['outcome'], string>> = {
  answered: 'answered',
  allowed: 'answered',
  denied: 'declined',
  withdrawn: 'withdrawn',
  closed: 'left without an answer',
}

/** A form or dialog and its outcome as a line: `desk asked: Which day? — answered by the phone: day = Monday`. */
export function toSettledLine({ toolName, reason, title }: Approval, decision: Decision): string {
  const question = reason ?? title
  const asked = question === undefined ? `${toolName} asked for something` : `${toolName} asked: ${question}`
  const by = decision.by === undefined ? '' : ` by ${decision.by}`
  const answers = decision.outcome === 'denied' ? '' : toAnswers(decision.answers)
  return `${asked} — ${OUTCOMES[decision.outcome]}${by}${answers === '' ? '' : `: ${cut(answers)}`}`
}

function toAnswers(answers: unknown): string {
  if (typeof answers !== 'object' || answers === null) return ''
  return Object.entries(answers)
    .map(([field, value]) => `${field} = ${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join(', ')
}

function cut(text: string): string {
  return text.length > MAX_CHARACTERS ? `${text.slice(0, MAX_CHARACTERS)}…` : text
}
