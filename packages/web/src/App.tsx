import { Suspense, useCallback, useEffect, useMemo, useState } from 'react'
import { Route, Switch, useLocation, useRoute } from 'wouter'
import { ErrorBoundary } from './ErrorBoundary.tsx'
import { useLastSession } from './frame/last-session.ts'
import { useLive, useQuarterdeck } from './frame/quarterdeck.ts'
import { Sidebar } from './frame/Sidebar.tsx'
import { views } from './frame/views.ts'
import { useAskedForSession } from './new-session/ask-for-session.ts'
import { NewSessionDialog } from './new-session/NewSessionDialog.tsx'
import { basePath } from './place.ts'
import { createPushDevice, type PushDevice } from './push/push-device.ts'
import { useChime } from './push/use-chime.ts'
import { SessionView } from './session/SessionView.tsx'

export function App() {
  const [isStarting, setIsStarting] = useState(false)
  const [location, navigate] = useLocation()
  const [, params] = useRoute('/sessions/:id')
  const isAtView = location !== '/' && params === null
  useTitle()
  useLastSession(params?.id)
  useAskedForSession(useCallback(() => setIsStarting(true), []))
  const device = usePushDevice()
  return (
    <div className={`frame ${params || isAtView ? 'at-session' : 'at-list'}`}>
      <Sidebar current={params?.id} device={device} onNew={() => setIsStarting(true)} />
      <ErrorBoundary key={location}>
        <Suspense fallback={<main className="main" aria-busy="true" />}>
          <Switch>
            <Route path="/sessions/:id">{({ id }) => <SessionView key={id} sessionId={id} />}</Route>
            {views.map(({ href, component }) => (
              <Route key={href} path={href} component={component} />
            ))}
            <Route>
              <Welcome onNew={() => setIsStarting(true)} />
            </Route>
          </Switch>
        </Suspense>
      </ErrorBoundary>
      {isStarting && (
        <NewSessionDialog
          onClose={() => setIsStarting(false)}
          onStarted={(sessionId) => {
            setIsStarting(false)
            navigate(`/sessions/${sessionId}`)
          }}
        />
      )}
    </div>
  )
}

function Welcome({ onNew }: { onNew: () => void }) {
  return (
    <main className="main middle">
      <h1>Choose a session, or start one</h1>
      <p className="quiet">Claude Code runs on this machine, in the folder you name.</p>
      <button type="button" className="button primary" onClick={onNew}>
        Start a session
      </button>
    </main>
  )
}

/** How many wait for a person stands in the title, where a tab in the background shows it. */
function useTitle(): void {
  const waiting = useLive((state) => state.inbox.filter((item) => item.requestId !== undefined).length)
  const isDemo = useLive((state) => state.isDemo)
  useEffect(() => {
    const name = isDemo ? 'Quarterdeck demo' : 'Quarterdeck'
    document.title = waiting > 0 ? `(${waiting}) ${name}` : name
  }, [waiting, isDemo])
}

/** Notices of this browser, where it has them; else a sound. */
function usePushDevice(): PushDevice {
  const { api } = useQuarterdeck()
  const [, navigate] = useLocation()
  const waiting = useLive((state) => state.inbox.filter((item) => item.requestId !== undefined).length)
  const device = useMemo(() => createPushDevice(api.call, new URL(`${basePath}/`, location.href)), [api])
  useEffect(() => device.onOpen((sessionId) => navigate(`/sessions/${sessionId}`)), [device, navigate])
  useChime(device, waiting)
  return device
}
