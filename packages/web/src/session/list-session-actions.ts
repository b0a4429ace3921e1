import type { SessionRow } from '@quarterdeck/contract'
import type { Action } from '../palette/actions.ts'
import { isMac } from '../palette/keys.ts'
import { VIEW_KEYS } from '../palette/view-keys.ts'
import type { useSessionActions } from './use-session-actions.ts'

interface Parts {
  row: SessionRow | undefined
  isWorking: boolean
  actions: ReturnType<typeof useSessionActions>
  stopTurn: () => void
  nextMode: () => void
  togglePanels: () => void
  find: () => void
  showEverything: () => void
  showBranches: () => void
  end: () => void
}

/** The actions of an open session, for the palette and the keys. */
export function listSessionActions({
  row,
  isWorking,
  actions,
  stopTurn,
  nextMode,
  togglePanels,
  find,
  showEverything,
  showBranches,
  end,
}: Parts): Action[] {
  const group = 'Session'
  return [
    ...(isWorking ? [{ id: 'interrupt', name: 'Stop the turn', group, keys: ['Escape'], run: stopTurn } as const] : []),
    // Nobody starts a process by going back with the focus.
    ...(row?.live ? [{ ...VIEW_KEYS.mode, run: nextMode }] : []),
    { ...VIEW_KEYS.panels, run: togglePanels },
    { id: 'find', name: 'Find in session', group, keysText: isMac ? '⌘ F' : 'Ctrl F', run: find },
    { ...VIEW_KEYS.everything, run: showEverything },
    { ...VIEW_KEYS.branches, run: showBranches },
    { ...VIEW_KEYS.fork, run: () => actions.fork() },
    row?.live ? { ...VIEW_KEYS.end, run: end } : { ...VIEW_KEYS.resume, run: actions.resume },
    { ...VIEW_KEYS.copyResume, run: actions.copyResume },
    { ...VIEW_KEYS.export, run: () => actions.exportAs('md') },
  ]
}
