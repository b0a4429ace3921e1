import { lazily } from '../parts/lazily.ts'
import { toVisibleText } from '../text/visible-text.ts'

// biome-ignore lint/suspicious/noControlCharactersInRegex: they begin with one
const COLOURS = /\u001b\[[\d;]*m/g

/** The same where few pages ever have one: plain words until it is there. */
export const LazyTerminalText = lazily(
  async () => ({ default: (await import('./TerminalText.tsx')).TerminalText }),
  ({ text }) => toVisibleText(text.replaceAll(COLOURS, '')),
)
