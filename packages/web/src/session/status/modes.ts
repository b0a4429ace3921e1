import { useLive } from '../../frame/quarterdeck.ts'

/** The permission modes that a key goes through, and that a fork is started with. */
export const MODES: readonly string[] = ['default', 'acceptEdits', 'plan']

/** The one that comes next when a key goes through them. */
export function toNextMode(mode = 'default'): string {
  return MODES[(MODES.indexOf(mode) + 1) % MODES.length] ?? 'default'
}

/** The permission modes to choose from: those that the server allows, and the one in force. */
export function useModes(current: string, hasAutoMode: boolean): string[] {
  const mayBypass = useLive(({ allows }) => allows.bypass)
  const more = [...(hasAutoMode ? ['auto'] : []), 'dontAsk', ...(mayBypass ? ['bypassPermissions'] : [])]
  return [...new Set([...MODES, ...more, current])]
}
