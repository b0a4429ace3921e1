import type { SessionRow } from '@quarterdeck/contract'
import type { Action } from '../palette/actions.ts'
import { isMac } from '../palette/keys.ts'
import type { useSessionActions } from './use-session-actions.ts'

interface Parts {
  row: SessionRow | undefined
  isWorking: boolean
  actions: ReturnType<typeof useSessionActions>
  nextMode: () => void
  togglePanels: () => void
  find: () => void
  showEverything: () => void
  showBranches: () => void
}

/** What the palette and the keys offer while a session is open. */
export function listSessionActions({
  row,
  isWorking,
  actions,
  nextMode,
  togglePanels,
  find,
  showEverything,
  showBranches,
}: Parts): Action[] {
  const group = 'Session'
  return [
    ...(isWorking
      ? [{ id: 'interrupt', name: 'Stop the turn', group, keys: ['Escape'], run: actions.interrupt } as const]
      : []),
    // Nobody starts a process by going back with the focus.
    ...(row?.live
      ? [{ id: 'mode', name: 'The next permission mode', group, keys: ['Shift+Tab', 'Alt+m'], run: nextMode } as const]
      : []),
    { id: 'panels', name: 'Show or hide the panels', group, keys: ['p'], run: togglePanels },
    { id: 'find', name: 'Find in session', group, keysText: isMac ? '⌘ F' : 'Ctrl F', run: find },
    { id: 'everything', name: 'Show everything, or less', group, run: showEverything },
    { id: 'branches', name: 'Branches of this session', group, run: showBranches },
    { id: 'fork', name: 'Fork this session', group, run: () => actions.fork() },
    row?.live
      ? { id: 'end', name: 'End this session', group, run: actions.end }
      : { id: 'resume', name: 'Resume this session', group, run: actions.resume },
    { id: 'copy-resume', name: 'Copy the command that resumes it', group, run: actions.copyResume },
    { id: 'export', name: 'Export as Markdown', group, run: () => actions.exportAs('md') },
  ]
}
