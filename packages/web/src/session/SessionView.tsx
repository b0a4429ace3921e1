import type { FileTouch, Row } from '@quarterdeck/transcript'
import { useEffect, useMemo, useRef, useState } from 'react'
import { Link } from 'wouter'
import type { Cards } from '../cards/CardStack.tsx'
import type { ComposerServices } from '../composer/Composer.tsx'
import type { KnownServers } from '../composer/completion/find-resources.ts'
import { OutgoingMessages } from '../composer/OutgoingMessages.tsx'
import { usePreferences } from '../frame/preferences/use-preferences.ts'
import { useLive, useQuarterdeck } from '../frame/quarterdeck.ts'
import { useNow } from '../frame/use-now.ts'
import { useRow } from '../frame/use-row.ts'
import { useActions } from '../palette/actions.ts'
import { lazily } from '../parts/lazily.ts'
import type { EarlierPrompt } from '../terminal-commands/panel-props.ts'
import { useTerminalCommands } from '../terminal-commands/use-terminal-commands.tsx'
import { createComposerServices } from './composer-services.ts'
import type { OpenDialog } from './dialogs/SessionDialogs.tsx'
import type { EntryActions } from './entry/EntryMenu.tsx'
import { listSessionActions } from './list-session-actions.ts'
import { useParts } from './parts.tsx'
import { SessionDock } from './SessionDock.tsx'
import { SessionHead } from './SessionHead.tsx'
import { SessionNotices } from './SessionNotices.tsx'
import { type SessionScope, SessionScopeContext, TasksContext, ThinkingContext } from './session-scope.ts'
import { toNextMode } from './status/modes.ts'
import { toShownStatus } from './status/to-shown-status.ts'
import { toWholeOverview } from './to-whole-overview.ts'
import { LiveTranscript } from './transcript/LiveTranscript.tsx'
import { useOlder } from './transcript/use-older.ts'
import { usePointed } from './transcript/use-pointed.ts'
import { useShown } from './transcript/use-shown.ts'
import { useTarget } from './transcript/use-target.ts'
import { usePanels } from './use-panels.ts'
import { useSessionActions } from './use-session-actions.ts'
import { useSteadySession } from './use-steady-session.ts'

const NOT_SHOWN = 'The message of this link has nothing to be shown.'

const SessionPanels = lazily(() => import('../panels/SessionPanels.tsx'))
const SessionDialogs = lazily(() => import('./dialogs/SessionDialogs.tsx'))

export function SessionView({ sessionId }: { sessionId: string }) {
  const { live, api } = useQuarterdeck()
  useEffect(() => live.openSession(sessionId), [live, sessionId])
  const picture = useSteadySession(sessionId)
  const row = useRow(sessionId)
  const { preferences } = usePreferences()
  const isDemo = useLive((state) => state.isDemo)
  const isOffline = useLive((state) => state.connection === 'offline')
  const panels = usePanels()
  const now = useNow()
  const { facts, hasOlder } = picture
  const actions = useSessionActions(sessionId, row, facts.about?.permissionMode)
  const [everything, setEverything] = useState(false)
  const [leaf, setLeaf] = useState<string | null>(null)
  const [dialog, setDialog] = useState<OpenDialog | null>(null)
  const [findAsked, setFindAsked] = useState(0)
  const pointing = usePointed(sessionId)
  const { state, rows: shown } = useShown(picture, row, { everything, leaf })
  const link = useTarget({ sessionId, state, rows: shown, isCaughtUp: picture.isCaughtUp })
  // A link may lead to what is not shown otherwise.
  useEffect(() => {
    if (link.isHidden) setEverything(true)
  }, [link.isHidden])
  const older = useOlder(sessionId, picture)
  const overview = useMemo(() => toWholeOverview(state, facts, hasOlder), [state, facts, hasOlder])
  const cwd = row?.projectPath ?? overview.about.cwd
  const known = useRef<KnownServers>({ about: overview.about, rows: shown })
  known.current = { about: overview.about, rows: shown }
  const { attachTo = 'project' } = preferences
  const { about } = overview
  const servers = useMemo(() => JSON.stringify([about.mcpServers, about.tools]), [about])
  // biome-ignore lint/correctness/useExhaustiveDependencies: what fits behind an @ is looked for again when a server has come
  const services: ComposerServices = useMemo(
    () => createComposerServices(api, { cwd, attachTo, look: () => known.current }),
    [api, cwd, attachTo, servers],
  )
  // biome-ignore lint/correctness/useExhaustiveDependencies: prompts come and go, and do not change
  const prompts = useMemo(() => toPrompts(shown), [shown.length, shown[0]?.key])
  const earlierPrompts = useMemo(() => prompts.map(({ text }) => text), [prompts])
  const terminal = useTerminalCommands({
    ...{ sessionId, row, overview, actions, services, prompts },
    onRewind: (uuid) => setDialog({ kind: 'rewind', uuid }),
  })
  const { copy, copyLink, fork, stopTask } = actions
  const entryActions: EntryActions = useMemo(
    () => ({
      copy,
      copyLink,
      fork,
      showRaw: (uuids) => setDialog({ kind: 'raw', uuids }),
      rewind: (uuid) => setDialog({ kind: 'rewind', uuid }),
    }),
    [copy, copyLink, fork],
  )
  const cards = useRef<Cards>(null)
  const scope: SessionScope = useMemo(
    () => ({ sessionId, projectPath: cwd, stopTask, answer: (toolId) => cards.current?.goTo(toolId) }),
    [sessionId, cwd, stopTask],
  )

  /** On a phone the panels give way. */
  function showFile(file: FileTouch) {
    panels.giveWay()
    actions.attempt(pointing.showFile(file))
  }

  function lookAt(last: string) {
    setDialog(null)
    actions.attempt(live.loadOlder(sessionId, { until: last }).then(() => setLeaf(last)))
  }

  const isWorking = state.status === 'working' || state.status.startsWith('awaiting')
  const { isReady, mayAsk } = useParts({
    rows: shown,
    approvals: overview.approvals,
    isCaughtUp: picture.isCaughtUp,
    isWorking,
  })
  // Pressed again before the CLI has agreed, it goes on from what was asked for.
  const mode = useRef(overview.about.permissionMode)
  useEffect(() => {
    mode.current = overview.about.permissionMode
  }, [overview.about.permissionMode])
  function nextMode() {
    mode.current = toNextMode(mode.current)
    actions.setMode(mode.current)
  }
  const stopTurn = () => actions.interrupt(overview.turn?.status === 'running' ? overview.turn.prompt : undefined)
  const find = () => setFindAsked((times) => times + 1)
  const stopped = {
    isWorking,
    queued: overview.waiting.filter(({ isHeld }) => !isHeld).length,
    tasks: state.liveTasks.length,
  }
  /** Asks where it would stop something. */
  function end() {
    if (actions.isEnding) return
    if (isWorking || stopped.queued > 0 || stopped.tasks > 0) setDialog({ kind: 'end' })
    else actions.end()
  }
  const showEverything = () => setEverything(!everything)
  const showBranches = () => setDialog({ kind: 'tree' })
  useActions(
    listSessionActions({
      row,
      isWorking,
      actions,
      stopTurn,
      nextMode,
      togglePanels: panels.toggle,
      find,
      showEverything,
      showBranches,
      end,
    }),
  )

  if (picture.error !== null)
    return (
      <main className="main middle">
        <h1>{picture.error.code === 'not_found' ? 'There is no such session' : 'This session cannot be shown'}</h1>
        <p className="quiet">{picture.error.message}</p>
        <Link href="/sessions" className="button">
          All sessions
        </Link>
        <OutgoingMessages sessionId={sessionId} now={now} onTakeBack={null} />
      </main>
    )

  return (
    <div className="session-frame">
      <main className="main session">
        <div>
          <SessionNotices
            problems={[picture.problem, link.problem, link.isHidden && everything ? NOT_SHOWN : null].flatMap(
              (message) => (message === null ? [] : [{ message }]),
            )}
            problem={actions.problem}
            confirmation={actions.confirmation}
            isLookingBack={link.isLooking && picture.isCaughtUp}
            isOtherBranch={leaf !== null}
            showsEverything={everything}
            onDismiss={actions.dismiss}
            onCurrentBranch={() => setLeaf(null)}
            onLess={() => setEverything(false)}
          />
          <SessionHead
            row={row}
            title={row?.title ?? (picture.isCaughtUp ? overview.title : '')}
            isDemo={isDemo}
            arePanelsOpen={panels.areOpen}
            onPanels={panels.toggle}
            showsEverything={everything}
            hasPlan={overview.plan !== null}
            onRename={actions.rename}
            onFork={() => actions.fork()}
            onResume={actions.resume}
            onTakeOver={actions.takeOver}
            onExport={actions.exportAs}
            isEnding={actions.isEnding}
            starting={actions.starting}
            onEnd={end}
            onArchive={actions.archive}
            onTag={() => setDialog({ kind: 'tag' })}
            onTree={showBranches}
            onPlan={() => setDialog({ kind: 'plan' })}
            onFind={find}
            onEverything={showEverything}
            onCopyResume={actions.copyResume}
          />
        </div>
        <SessionScopeContext value={scope}>
          <TasksContext value={overview.tasks}>
            <ThinkingContext value={preferences.showThinking ?? false}>
              <LiveTranscript
                key={sessionId}
                sessionId={sessionId}
                row={row}
                wanted={{ everything, leaf }}
                isCaughtUp={isReady}
                older={older}
                actions={entryActions}
                target={pointing.pointed ?? link.target}
                findAsked={findAsked}
                empty={<p className="quiet">Nothing has been said yet. Write a message below.</p>}
              />
            </ThinkingContext>
          </TasksContext>
        </SessionScopeContext>
        <SessionDock
          {...{ sessionId, state, overview, actions, terminal, services, isWorking, mayAsk, cards, now }}
          onStop={stopTurn}
          earlierPrompts={earlierPrompts}
          status={toShownStatus({
            isOffline,
            isRead: picture.isCaughtUp,
            folded: state.status,
            row,
            isEnding: actions.isEnding,
          })}
        />
      </main>
      {dialog !== null && (
        <SessionDialogs
          key={dialog.kind}
          sessionId={sessionId}
          open={dialog}
          plan={overview.plan}
          tag={row?.tag ?? null}
          onTag={actions.tag}
          onLook={lookAt}
          onFork={actions.fork}
          stopped={stopped}
          onEnd={actions.end}
          onClose={() => setDialog(null)}
        />
      )}
      {panels.areOpen && (
        <SessionPanels
          row={row}
          overview={overview}
          isRead={picture.isCaughtUp}
          onAsk={actions.ask}
          onSend={actions.send}
          onStopTask={actions.stopTask}
          onShowFile={showFile}
          onViewPlan={() => setDialog({ kind: 'plan' })}
          onClose={panels.close}
        />
      )}
    </div>
  )
}

/** The person's prompts in this session, the newest first. */
function toPrompts(rows: readonly Row[]): EarlierPrompt[] {
  return rows
    .flatMap((row) =>
      row.kind === 'user' && row.entry.text !== '' ? [{ uuid: row.entry.id, text: row.entry.text }] : [],
    )
    .reverse()
}
