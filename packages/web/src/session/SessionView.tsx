import type { SessionRow } from '@quarterdeck/contract'
import { findDecision, fold, rows } from '@quarterdeck/transcript'
import { type KeyboardEvent, useEffect, useMemo, useState } from 'react'
import { Composer, type ComposerServices } from '../composer/Composer.tsx'
import { QueuedMessages } from '../composer/QueuedMessages.tsx'
import { ConnectionAlert } from '../frame/ConnectionAlert.tsx'
import { useLive, useQuarterdeck } from '../frame/quarterdeck.ts'
import { useNow } from '../frame/use-now.ts'
import { type LiveSession, nothingYet } from '../live/live-state.ts'
import { FilesPanel } from '../panels/FilesPanel.tsx'
import { McpPanel, readServers } from '../panels/McpPanel.tsx'
import { SessionInfoPanel } from '../panels/SessionInfoPanel.tsx'
import { TasksPanel } from '../panels/TasksPanel.tsx'
import { PromptStack } from '../prompts/PromptStack.tsx'
import type { EarlierPrompt } from '../terminal-commands/panel-props.ts'
import { useTerminalCommands } from '../terminal-commands/use-terminal-commands.tsx'
import { createComposerServices } from './composer-services.ts'
import { SessionHead } from './SessionHead.tsx'
import { StatusLine } from './StatusLine.tsx'
import { Transcript } from './Transcript.tsx'
import { toWholeOverview } from './to-whole-overview.ts'
import { useSessionActions } from './use-session-actions.ts'

export function SessionView({ sessionId }: { sessionId: string }) {
  const { live, api } = useQuarterdeck()
  useEffect(() => live.openSession(sessionId), [live, sessionId])
  const picture = useLive((state) => state.sessions[sessionId]) ?? nothingYet
  const row = useLive((state) => state.rows?.find((each) => each.sessionId === sessionId))
  const isDemo = useLive((state) => state.isDemo)
  const isOffline = useLive((state) => state.connection === 'offline')
  const [arePanelsOpen, setArePanelsOpen] = useState(() => matchMedia('(min-width: 1200px)').matches)
  const now = useNow()
  const actions = useSessionActions(sessionId, row)
  const { facts } = picture
  const { state, rows: shown } = useEnded(picture, row)
  const overview = useMemo(() => toWholeOverview(state, facts), [state, facts])
  const cwd = row?.projectPath ?? overview.about.cwd
  const services: ComposerServices = useMemo(() => createComposerServices(api, cwd), [api, cwd])
  const prompts = useMemo(() => toPrompts(shown), [shown])
  const said = useMemo(() => prompts.map(({ text }) => text), [prompts])
  const terminal = useTerminalCommands({ sessionId, row, overview, actions, services, prompts })

  if (picture.error !== null)
    return (
      <main className="main middle">
        <h1>{picture.error.code === 'not_found' ? 'There is no such session' : 'This session cannot be shown'}</h1>
        <p className="quiet">{picture.error.message}</p>
      </main>
    )

  const isWorking = state.status === 'working' || state.status.startsWith('awaiting')
  function onKeyDown({ key, defaultPrevented }: KeyboardEvent) {
    if (key === 'Escape' && isWorking && !defaultPrevented) actions.interrupt()
  }

  return (
    <div className="session-frame">
      <main className="main session" onKeyDown={onKeyDown}>
        <div>
          <ConnectionAlert />
          {[picture.problem, actions.problem].map(
            (problem) =>
              problem !== null && (
                <p key={problem} className="error" role="alert">
                  {problem}
                </p>
              ),
          )}
          <SessionHead
            row={row}
            title={row?.title ?? overview.title}
            isDemo={isDemo}
            arePanelsOpen={arePanelsOpen}
            onPanels={() => setArePanelsOpen((isOpen) => !isOpen)}
            onRename={actions.rename}
            onFork={actions.fork}
            onResume={actions.resume}
            onExport={actions.exportAs}
            onEnd={actions.end}
          />
        </div>
        <Transcript
          key={sessionId}
          rows={shown}
          isCaughtUp={picture.isCaughtUp}
          hasOlder={picture.hasOlder}
          onReachStart={() => void live.loadOlder(sessionId)}
        />
        <div className="dock">
          <PromptStack
            approvals={overview.approvals}
            now={now}
            findDecision={(requestId) => findDecision(state, requestId)}
            readPlan={async () => (await actions.ask<{ content?: string }>({ subtype: 'get_plan' })).content ?? null}
            onDecide={async ({ requestId, inputHash }, answer) => {
              const hash = inputHash === undefined ? {} : { inputHash }
              await live.give({ kind: 'decide', sessionId, request_id: requestId, ...answer, ...hash })
            }}
          />
          {terminal.panel}
          <QueuedMessages messages={overview.waiting} actions={actions.queue} />
          <Composer
            sessionId={sessionId}
            isWorking={isWorking}
            said={said}
            prompts={overview.approvals.map(({ requestId }) => requestId).join(' ')}
            services={services}
            enterSends
            suggestion={overview.suggestion}
            footer={
              <StatusLine
                overview={overview}
                status={isOffline ? 'disconnected' : state.status}
                now={now}
                onModel={actions.setModel}
                onMode={actions.setMode}
                onEffort={actions.setEffort}
                onThinking={actions.setThinking}
              />
            }
            onCommand={terminal.onCommand}
            onSend={actions.send}
            onStop={actions.interrupt}
          />
        </div>
      </main>
      {arePanelsOpen && (
        <div className="panels">
          <TasksPanel overview={overview} onStopTask={actions.stopTask} />
          <FilesPanel overview={overview} />
          <McpPanel
            servers={readServers(overview.about.mcpServers)}
            onReconnect={actions.reconnectServer}
            onToggle={actions.toggleServer}
          />
          {row !== undefined && <SessionInfoPanel row={row} overview={overview} />}
        </div>
      )}
    </div>
  )
}

/** What the person said here, the newest first. */
function toPrompts(rows: Parameters<typeof Transcript>[0]['rows']): EarlierPrompt[] {
  return rows
    .flatMap((row) =>
      row.kind === 'user' && row.entry.text !== '' ? [{ uuid: row.entry.id, text: row.entry.text }] : [],
    )
    .reverse()
}

/** What a transcript left open is over, where no process is there to go on with it. Only the server knows that. */
function useEnded({ state, rows: told }: LiveSession, row: SessionRow | undefined) {
  const isOver = row !== undefined && !row.live && row.heldBy === null && state.process === 'unknown'
  return useMemo(() => {
    const ended = isOver ? fold(state, { kind: 'unheld' }) : state
    return ended === state ? { state, rows: told } : { state: ended, rows: rows(ended) }
  }, [state, told, isOver])
}
