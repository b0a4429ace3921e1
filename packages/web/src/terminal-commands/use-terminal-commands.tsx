import type { SessionRow } from '@quarterdeck/contract'
import type { Overview } from '@quarterdeck/transcript'
import { type ReactNode, useState } from 'react'
import type { ComposerServices } from '../composer/Composer.tsx'
import { useQuarterdeck } from '../frame/quarterdeck.ts'
import { useActions } from '../palette/actions.ts'
import { lazily } from '../parts/lazily.ts'
import type { useSessionActions } from '../session/use-session-actions.ts'
import type { EarlierPrompt } from './panel-props.ts'
import { type PanelName, parseTerminalCommand, TERMINAL_COMMANDS } from './terminal-commands.ts'

const TerminalPanel = lazily(() => import('./TerminalPanel.tsx'))

interface Parts {
  sessionId: string
  row: SessionRow | undefined
  overview: Overview
  actions: ReturnType<typeof useSessionActions>
  services: ComposerServices
  prompts: readonly EarlierPrompt[]
  /** Shows what would change before anything does. */
  onRewind: (uuid: string) => void
}

/** Takes the commands that only the terminal has: done at once, or by a panel, which is to be drawn somewhere. */
export function useTerminalCommands(parts: Parts): { onCommand: (text: string) => boolean; panel: ReactNode } {
  const { sessionId, row, overview, actions, services, prompts, onRewind } = parts
  const { api, live } = useQuarterdeck()
  const [open, setOpen] = useState<{ name: PanelName; argument: string } | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const close = () => setOpen(null)
  const attempt = (work: Promise<unknown>) => work.catch((error: Error) => setProblem(error.message))
  const ask = <T,>(request: { subtype: string; [field: string]: unknown }) =>
    live.give({ kind: 'control', sessionId, request }) as Promise<T>

  useActions(
    TERMINAL_COMMANDS.flatMap(({ name, description, toAction }) => {
      const action = toAction('')
      if (action?.kind !== 'panel') return []
      const id = `terminal.${name.replaceAll('-', '')}`
      return [{ id, name: `/${name}: ${description}`, group: 'Session' as const, run: () => onCommand(`/${name}`) }]
    }),
  )

  async function addFolder(directory: string): Promise<unknown> {
    const { cwd = row?.projectPath ?? '', permissionMode, model } = overview.about
    // Refused before anything is ended: then the session goes on as it was.
    await api.call('GET /api/folders', { query: { path: directory, limit: 1 } })
    if (row?.live) await live.give({ kind: 'stop', sessionId })
    return live.give({
      kind: 'start',
      cwd,
      resume: sessionId,
      addDirs: [directory],
      ...(permissionMode !== undefined && { permissionMode }),
      ...(model !== undefined && { model }),
    })
  }

  function onCommand(text: string): boolean {
    const action = parseTerminalCommand(text)
    if (action === null) return false
    setProblem(null)
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
        void attempt(actions.rename(action.title))
        break
      case 'plan':
        void attempt(plan(action.prompt))
    }
    return true
  }

  /** Nothing is said before the mode has changed: else it would be done, and not planned. */
  async function plan(prompt: string): Promise<void> {
    await ask({ subtype: 'set_permission_mode', mode: 'plan' })
    if (prompt !== '') await actions.send(prompt)
  }

  const panel =
    open === null ? (
      problem !== null && <TerminalProblem text={problem} onClose={() => setProblem(null)} />
    ) : (
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
        addFolder={addFolder}
        exportAs={actions.exportAs}
        listCommands={services.listCommands}
        onRewind={(uuid) => {
          close()
          onRewind(uuid)
        }}
        onClose={close}
      />
    )
  return { onCommand, panel }
}

function TerminalProblem({ text, onClose }: { text: string; onClose: () => void }) {
  return (
    <p className="error terminal-problem" role="alert">
      {text}{' '}
      <button type="button" className="small-button" onClick={onClose}>
        Close
      </button>
    </p>
  )
}
