import type { SessionCommand, SessionRow } from '@quarterdeck/contract'
import { toSilence } from '@quarterdeck/transcript'
import { type KeyboardEvent, useEffect } from 'react'
import { Link } from 'wouter'
import { useStore } from 'zustand'
import type { Live } from '../live/create-live.ts'
import { nothingYet } from '../live/live-state.ts'
import { ApprovalCard } from './ApprovalCard.tsx'
import { Composer } from './Composer.tsx'
import { ConnectionAlert } from './ConnectionAlert.tsx'
import { QueuedMessages } from './QueuedMessages.tsx'
import { Transcript } from './Transcript.tsx'

interface Props {
  live: Live
  sessionId: string
  row: SessionRow | undefined
}

export function SessionView({ live, sessionId, row }: Props) {
  const session = useStore(live.store, ({ sessions }) => sessions[sessionId]) ?? nothingYet
  const { connection, isDemo } = useStore(live.store)
  useEffect(() => live.openSession(sessionId), [live, sessionId])
  const { state, rows, facts, isCaughtUp, hasOlder, isLoadingOlder, problem, error } = session

  const isOffline = connection === 'offline'
  const isWorking = state.status === 'working' || state.status.startsWith('awaiting')
  const give = async (command: SessionCommand, commandId?: string) => {
    await live.give(command, commandId)
  }
  const stop = () => give({ kind: 'interrupt', sessionId })
  function onKeyDown({ key, defaultPrevented }: KeyboardEvent) {
    if (key === 'Escape' && isWorking && !defaultPrevented) void stop().catch(() => undefined)
  }
  if (error?.code === 'not_found')
    return (
      <main className="main middle">
        <h1>There is no such session</h1>
        <p className="quiet">It may have been started with another data directory.</p>
      </main>
    )
  const { model, permissionMode } = { ...facts.about, ...state.about }
  return (
    <main className="main session" onKeyDown={onKeyDown}>
      <header className="session-head">
        {isOffline && <ConnectionAlert />}
        {(problem ?? error?.message) && (
          <p className="error" role="alert">
            {problem ?? error?.message}
          </p>
        )}
        <Link href="/" className="only-narrow">
          All sessions
        </Link>
        <h1>{row?.title ?? facts.title ?? 'Session'}</h1>
        <p className="quiet">
          {isDemo && 'Demo · '}
          <code>{row?.projectPath ?? facts.about?.cwd}</code>
          {model && ` · ${model}`}
          {permissionMode && ` · ${permissionMode}`}
        </p>
      </header>
      <Transcript
        rows={rows}
        isCaughtUp={isCaughtUp}
        hasOlder={hasOlder}
        onOlder={isLoadingOlder ? null : () => void live.loadOlder(sessionId).catch(() => undefined)}
      />
      <div className="dock">
        {state.approvals.map((approval) => (
          <ApprovalCard
            key={approval.requestId}
            approval={approval}
            onDecide={(decision) =>
              give({
                kind: 'decide',
                sessionId,
                request_id: approval.requestId,
                ...(approval.inputHash !== undefined && { inputHash: approval.inputHash }),
                ...decision,
              })
            }
          />
        ))}
        <QueuedMessages messages={[...state.sent, ...state.queue]} />
        <Composer
          isWorking={isWorking}
          approvals={state.approvals.length}
          status={isOffline ? 'disconnected' : state.status}
          costUsd={facts.usage?.costUsd ?? state.usage.costUsd}
          why={!isOffline && state.status === 'working' ? toSilence(state).text : null}
          onSend={(content, commandId) => give({ kind: 'send', sessionId, content }, commandId)}
          onStop={stop}
        />
      </div>
    </main>
  )
}
