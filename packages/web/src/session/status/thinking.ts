import type { Overview } from '@quarterdeck/transcript'
import type { Choice, ModelChoices } from './model-choices.ts'

const ALL = [
  { value: '', label: 'Thinking as it likes' },
  { value: '0', label: 'No thinking' },
  { value: '4000', label: 'Some thinking' },
  { value: '10000', label: 'Much thinking' },
  { value: '31999', label: 'Most thinking' },
]

/** Most models think as they need, and are told how hard by their effort. */
export function toThinkingChoices(can: ModelChoices['thinking']): readonly Choice[] {
  return can === 'budget' ? ALL : ALL.slice(0, can === 'off' ? 2 : 1)
}

/** The last choice, on whichever device. */
export function toThinkingValue({ maxThinkingTokens = null }: Overview['about']): string {
  return maxThinkingTokens === null ? '' : String(maxThinkingTokens)
}

/** How many tokens it may think with; null leaves it to the CLI. */
export function toThinkingRequest(value: string): { subtype: string; max_thinking_tokens: number | null } {
  return { subtype: 'set_max_thinking_tokens', max_thinking_tokens: value === '' ? null : Number(value) }
}
