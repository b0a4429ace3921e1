import { useLive } from '../../frame/quarterdeck.ts'

/** What a key goes through, and a copy is started with. */
export const MODES: readonly string[] = ['default', 'acceptEdits', 'plan']

/** The one that comes next when a key goes through them. */
export function toNextMode(mode = 'default'): string {
  return MODES[(MODES.indexOf(mode) + 1) % MODES.length] ?? 'default'
}

/** What a person chooses from: all that the server lets them, and what is in force. */
export function useModes(current: string, hasAutoMode: boolean): string[] {
  const mayBypass = useLive(({ allows }) => allows.bypass)
  const more = [...(hasAutoMode ? ['auto'] : []), 'dontAsk', ...(mayBypass ? ['bypassPermissions'] : [])]
  return [...new Set([...MODES, ...more, current])]
}
