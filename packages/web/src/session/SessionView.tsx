import type { SessionRow } from '@quarterdeck/contract'
import { toSilence } from '@quarterdeck/transcript'
import { type KeyboardEvent, useEffect, useState } from 'react'
import { Link } from 'wouter'
import type { Api } from '../api.ts'
import { PromptCard } from '../prompts/PromptCard.tsx'
import { Composer } from './Composer.tsx'
import { ConnectionAlert } from './ConnectionAlert.tsx'
import { followSession, nothingYet } from './follow-session.ts'
import { QueuedMessages } from './QueuedMessages.tsx'
import { Transcript } from './Transcript.tsx'

interface Props {
  api: Api
  sessionId: string
  row: SessionRow | undefined
  isDemo: boolean
  /** The list of sessions shows status and title too, and has to be read again. */
  onChanged: () => void
}

export function SessionView({ api, sessionId, row, isDemo, onChanged }: Props) {
  const [followed, setFollowed] = useState(nothingYet)
  useEffect(() => followSession(sessionId, api.pairing, setFollowed), [sessionId, api.pairing])
  const { state, isCaughtUp, isConnected, problem } = followed
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new status is what the list has to hear of
  useEffect(onChanged, [state.status, state.titles.firstPrompt])

  const isWorking = state.status === 'working' || state.status.startsWith('awaiting')
  const status = isConnected ? state.status : 'disconnected'
  function onKeyDown({ key, defaultPrevented }: KeyboardEvent) {
    if (key === 'Escape' && isWorking && !defaultPrevented) void api.interrupt(sessionId).catch(() => undefined)
  }

  return (
    <main className="main session" onKeyDown={onKeyDown}>
      <header className="session-head">
        {isCaughtUp && !isConnected && <ConnectionAlert />}
        {problem !== null && (
          <p className="error" role="alert">
            {problem}
          </p>
        )}
        <Link href="/" className="only-narrow">
          All sessions
        </Link>
        <h1>{row?.title ?? 'Session'}</h1>
        <p className="quiet">
          {isDemo && 'Demo · '}
          <code>{row?.projectPath}</code>
          {state.about.model && ` · ${state.about.model}`}
          {state.about.permissionMode && ` · ${state.about.permissionMode}`}
        </p>
      </header>
      <Transcript state={state} isCaughtUp={isCaughtUp} />
      <div className="dock">
        {state.approvals.map((approval) => (
          <PromptCard
            key={approval.requestId}
            approval={approval}
            now={Date.now()}
            onDecide={(decision) => api.decide(sessionId, { request_id: approval.requestId, ...decision })}
          />
        ))}
        <QueuedMessages messages={[...state.sent, ...state.queue]} />
        <Composer
          isWorking={isWorking}
          approvals={state.approvals.length}
          status={status}
          costUsd={state.usage.costUsd}
          why={isConnected && state.status === 'working' ? toSilence(state).text : null}
          onSend={(content, commandId) => api.sendMessage(sessionId, content, commandId)}
          onStop={() => api.interrupt(sessionId)}
        />
      </div>
    </main>
  )
}
