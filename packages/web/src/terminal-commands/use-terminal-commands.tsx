import type { SessionRow } from '@quarterdeck/contract'
import type { Overview } from '@quarterdeck/transcript'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import type { ComposerServices } from '../composer/Composer.tsx'
import { useQuarterdeck } from '../frame/quarterdeck.ts'
import type { useSessionActions } from '../session/use-session-actions.ts'
import type { EarlierPrompt } from './panel-props.ts'
import { type PanelName, parseTerminalCommand } from './terminal-commands.ts'

const TerminalPanel = lazy(() => import('./TerminalPanel.tsx'))

interface Parts {
  sessionId: string
  row: SessionRow | undefined
  overview: Overview
  actions: ReturnType<typeof useSessionActions>
  services: ComposerServices
  prompts: readonly EarlierPrompt[]
}

/** Takes the commands that only the terminal has: done at once, or by a panel, which is to be drawn somewhere. */
export function useTerminalCommands(parts: Parts): { onCommand: (text: string) => boolean; panel: ReactNode } {
  const { sessionId, row, overview, actions, services, prompts } = parts
  const { api, live } = useQuarterdeck()
  const [open, setOpen] = useState<{ name: PanelName; argument: string } | null>(null)
  const close = () => setOpen(null)
  const ask = <T,>(request: { subtype: string; [field: string]: unknown }) =>
    live.give({ kind: 'control', sessionId, request }) as Promise<T>

  function onCommand(text: string): boolean {
    const action = parseTerminalCommand(text)
    if (action === null) return false
    switch (action.kind) {
      case 'panel':
        setOpen({ name: action.panel, argument: action.argument })
        break
      case 'model':
        actions.setModel(action.model)
        break
      case 'effort':
        actions.setEffort(action.effort)
        break
      case 'rename':
        void actions.rename(action.title)
        break
      case 'plan':
        actions.setMode('plan')
        if (action.prompt !== '') void actions.send(action.prompt)
    }
    return true
  }

  const panel = open !== null && (
    <Suspense>
      <TerminalPanel
        name={open.name}
        argument={open.argument}
        sessionId={sessionId}
        row={row}
        overview={overview}
        api={api}
        prompts={prompts}
        ask={ask}
        send={actions.send}
        rename={actions.rename}
        exportAs={actions.exportAs}
        listCommands={services.listCommands}
        onClose={close}
      />
    </Suspense>
  )
  return { onCommand, panel }
}
