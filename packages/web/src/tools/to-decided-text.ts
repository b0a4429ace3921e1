import { canonicalToolName } from '@quarterdeck/protocol/pure'
import type { Decision } from '@quarterdeck/transcript'
import { toVisibleText } from '../text/visible-text.ts'

const WORDS: Readonly<Record<Decision['outcome'], string>> = {
  allowed: 'Allowed',
  denied: 'Denied',
  answered: 'Answered',
  withdrawn: 'Withdrawn',
  closed: 'Closed',
}

/** What was decided about a call, and by whom: "Allowed by Pixel 9". A skipped question and a plan that was sent back were not denied. */
export function toDecidedText(toolName: string, outcome: Decision['outcome'], by: string): string {
  const who = `by ${toVisibleText(by)}`
  if (outcome !== 'denied') return `${WORDS[outcome]} ${who}`
  switch (canonicalToolName(toolName)) {
    case 'AskUserQuestion':
      return `Skipped ${who}`
    case 'ExitPlanMode':
      return `Kept planning, decided ${who}`
    default:
      return `${WORDS.denied} ${who}`
  }
}
