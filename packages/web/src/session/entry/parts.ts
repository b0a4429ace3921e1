import { lazily } from '../../parts/lazily.ts'
import { toVisibleText } from '../../text/visible-text.ts'

// biome-ignore lint/suspicious/noControlCharactersInRegex: they begin with one
const COLOURS = /\u001b\[[\d;]*m/g

/** What few entries are drawn with. */
export const TaskEnd = lazily(async () => ({ default: (await import('../../panels/SessionPanels.tsx')).TaskEnd }))
export const Pictures = lazily(async () => ({ default: (await import('./Pictures.tsx')).Pictures }))
export const ErrorAdvice = lazily(async () => ({ default: (await import('./ErrorAdvice.tsx')).ErrorAdvice }))
export const TerminalText = lazily(
  async () => ({ default: (await import('../../ansi/TerminalText.tsx')).TerminalText }),
  ({ text }) => toVisibleText(text.replaceAll(COLOURS, '')),
)
