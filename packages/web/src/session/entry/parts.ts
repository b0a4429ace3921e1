import { lazily } from '../../parts/lazily.ts'
import { toVisibleText } from '../../text/visible-text.ts'

// biome-ignore lint/suspicious/noControlCharactersInRegex: they begin with one
const COLOURS = /\u001b\[[\d;]*m/g

const rare = () => import('./rare-parts.ts')

export const TaskEnd = lazily(async () => ({ default: (await import('../../panels/SessionPanels.tsx')).TaskEnd }))
export const Pictures = lazily(async () => ({ default: (await rare()).Pictures }))
export const Paste = lazily(async () => ({ default: (await rare()).Paste }))
export const ErrorAdvice = lazily(async () => ({ default: (await rare()).ErrorAdvice }))
export const TerminalText = lazily(
  async () => ({ default: (await rare()).TerminalText }),
  ({ text }) => toVisibleText(text.replaceAll(COLOURS, '')),
)
