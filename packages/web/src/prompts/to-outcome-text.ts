import { toToolTitle } from '@quarterdeck/protocol/pure'
import type { Approval, Decision } from '@quarterdeck/transcript'
import { toVisibleText } from '../text/visible-text.ts'

const OUTCOMES: Readonly<Record<Decision['outcome'], string>> = {
  allowed: 'was allowed',
  denied: 'was denied',
  answered: 'was answered',
  withdrawn: 'was taken back by Claude Code',
  closed: 'was closed when the process ended',
}

const KINDS: Readonly<Record<Approval['kind'], string | null>> = {
  approval: null,
  question: 'The question',
  plan: 'The plan',
  elicitation: 'The form',
  dialog: 'The dialog',
}

/** What became of a card that somebody else has answered, or nobody: "Bash was allowed by Pixel 9." */
export function toOutcomeText({ kind, toolName }: Approval, decision: Decision | undefined): string | null {
  if (decision === undefined) return null
  const what = KINDS[kind] ?? toToolTitle(toVisibleText(toolName))
  const by = decision.by === undefined ? '' : ` by ${toVisibleText(decision.by)}`
  const words = decision.message === undefined ? '' : ` It said: ${toVisibleText(decision.message)}`
  return `${what} ${OUTCOMES[decision.outcome]}${by}.${words}`
}
