import { findAskingAgent, findDecision, type Overview, type SessionState } from '@quarterdeck/transcript'
import { type RefObject, useRef } from 'react'
import type { Cards } from '../cards/CardStack.tsx'
import { Composer, type ComposerHandle, type ComposerServices } from '../composer/Composer.tsx'
import { useHeld } from '../composer/queue/held-messages.ts'
import { usePreferences } from '../frame/preferences/use-preferences.ts'
import { useRow } from '../frame/use-row.ts'
import { lazily } from '../parts/lazily.ts'
import type { useTerminalCommands } from '../terminal-commands/use-terminal-commands.tsx'
import { CardStack } from './parts.tsx'
import { StatusLine } from './status/StatusLine.tsx'
import type { useSessionActions } from './use-session-actions.ts'

const QueuedMessages = lazily(async () => ({
  default: (await import('../composer/queue/QueuedMessages.tsx')).QueuedMessages,
}))

interface Props {
  sessionId: string
  state: SessionState
  overview: Overview
  /** As it is told to a person: a page without a connection knows nothing newer. */
  status: string
  actions: ReturnType<typeof useSessionActions>
  terminal: ReturnType<typeof useTerminalCommands>
  services: ComposerServices
  /** Prompts of the session, the newest first. */
  earlierPrompts: readonly string[]
  isWorking: boolean
  onStop: () => void
  /** Cards are complete, and may be answered. */
  mayAsk: boolean
  cards: RefObject<Cards | null>
  now: number
}

/** Below the conversation: what waits for a person, what waits for Claude, and the place to write. */
export function SessionDock(props: Props) {
  const { sessionId, state, overview, status, actions, terminal, services, earlierPrompts, isWorking, now } = props
  const { onStop, mayAsk, cards } = props
  const row = useRow(sessionId)
  const { preferences } = usePreferences()
  const composer = useRef<ComposerHandle>(null)
  const held = useHeld(sessionId)
  // Once there was a queue it stays: what is put back is in none for a moment, and has to be seen again.
  const hasQueue = useRef(false)
  hasQueue.current ||= overview.waiting.length > 0 || held.length > 0
  const enterSends = preferences.enterToSend ?? true
  return (
    <div className="dock">
      {mayAsk && (
        <CardStack
          sessionId={sessionId}
          cards={cards}
          approvals={overview.approvals}
          now={now}
          projectPath={row?.projectPath ?? overview.about.cwd}
          findDecision={(requestId) => findDecision(state, requestId)}
          findAgent={(approval) => {
            const agent = findAskingAgent(state, approval)
            return agent?.description ?? agent?.type
          }}
        />
      )}
      {terminal.panel}
      {hasQueue.current && (
        <QueuedMessages
          {...{ sessionId, held, isWorking, enterSends, composer }}
          messages={overview.waiting}
          queue={state.queue}
          // The session itself tells of its end sooner than the list does.
          isLive={row?.live !== false && state.status !== 'disconnected'}
          actions={actions.queue}
        />
      )}
      <Composer
        ref={composer}
        sessionId={sessionId}
        isWorking={isWorking}
        isEnded={row?.live === false && row.heldBy === null}
        earlierPrompts={earlierPrompts}
        openCards={overview.approvals.map(({ requestId }) => requestId).join(' ')}
        services={services}
        enterSends={enterSends}
        suggestion={overview.suggestion}
        now={now}
        footer={
          <StatusLine
            overview={overview}
            status={status}
            now={now}
            onModel={actions.setModel}
            onMode={actions.setMode}
            onEffort={actions.setEffort}
            onThinking={actions.setThinking}
          />
        }
        onCommand={terminal.onCommand}
        onSend={actions.say}
        onStop={onStop}
      />
    </div>
  )
}
