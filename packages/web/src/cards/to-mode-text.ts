import { toTable } from '../text/to-table.ts'

/** Short: below a narrow conversation they must not be cut. */
const MODES: Readonly<Record<string, string>> = toTable({
  acceptEdits: 'accept edits',
  default: 'ask first',
  plan: 'plan only',
  dontAsk: 'never ask: deny',
  auto: 'decide by itself',
  bypassPermissions: 'never ask: allow',
})

export function toModeText(mode: string): string {
  return MODES[mode] ?? mode
}
