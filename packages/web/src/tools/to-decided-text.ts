import type { Decision } from '@quarterdeck/transcript'
import { toVisibleText } from '../text/visible-text.ts'
import { findToolWords } from './tool-words.ts'

const WORDS: Readonly<Record<Decision['outcome'], string>> = {
  allowed: 'Allowed',
  denied: 'Denied',
  answered: 'Answered',
  withdrawn: 'Withdrawn',
  closed: 'Closed',
}

/** The decision on a call, and by whom: "Allowed by Pixel 9". A skipped question and a plan that was sent back were not denied. */
export function toDecidedText(toolName: string, outcome: Decision['outcome'], by: string): string {
  const who = `by ${toVisibleText(by)}`
  const refusal = outcome === 'denied' ? findToolWords(toolName).refusal : null
  return refusal?.toSentence(who) ?? `${WORDS[outcome]} ${who}`
}
