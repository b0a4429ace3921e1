import { lazily } from '../../parts/lazily.ts'
import { toVisibleText } from '../../text/visible-text.ts'

// biome-ignore lint/suspicious/noControlCharactersInRegex: they begin with one
const COLOURS = /\u001b\[[\d;]*m/g

/** What few entries are drawn with, loaded with what is loaded for calls and panels anyway. */
export const TaskEnd = lazily(async () => ({ default: (await import('../../panels/SessionPanels.tsx')).TaskEnd }))
export const Pictures = lazily(async () => ({ default: (await import('../../tools/ToolGroup.tsx')).Pictures }))
export const TerminalText = lazily(
  async () => ({ default: (await import('../../tools/ToolGroup.tsx')).TerminalText }),
  ({ text }) => toVisibleText(text.replaceAll(COLOURS, '')),
)
