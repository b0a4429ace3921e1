import { useEffect, useMemo, useState } from 'react'
import { useLocation, useRoute } from 'wouter'
import { useStore } from 'zustand'
import type { Api } from './api.ts'
import { ErrorBoundary } from './ErrorBoundary.tsx'
import type { Live } from './live/create-live.ts'
import { NewSessionDialog } from './new-session/NewSessionDialog.tsx'
import { basePath } from './place.ts'
import { PushPanel } from './push/PushPanel.tsx'
import { createPushDevice } from './push/push-device.ts'
import { useChime } from './push/use-chime.ts'
import { ReloadNotice } from './ReloadNotice.tsx'
import { SessionList } from './SessionList.tsx'
import { ConnectionAlert } from './session/ConnectionAlert.tsx'
import { SessionView } from './session/SessionView.tsx'

export function App({ api, live }: { api: Api; live: Live }) {
  const { rows, isDemo, connection, reload, version } = useStore(live.store)
  const [isStarting, setIsStarting] = useState(false)
  const [, navigate] = useLocation()
  const [, params] = useRoute('/sessions/:id')

  const waiting = rows?.reduce((sum, row) => sum + row.pending, 0) ?? 0
  useEffect(() => {
    const name = isDemo ? 'Quarterdeck demo' : 'Quarterdeck'
    document.title = waiting > 0 ? `(${waiting}) ${name}` : name
  }, [waiting, isDemo])

  const device = useMemo(() => createPushDevice(api.call, new URL(`${basePath}/`, location.href)), [api])
  useEffect(() => device.onOpen((sessionId) => navigate(`/sessions/${sessionId}`)), [device, navigate])
  useChime(device, waiting)

  return (
    <div className={`frame ${params ? 'at-session' : 'at-list'}`}>
      <nav className="sidebar" aria-label="Quarterdeck">
        <p className="brand">Quarterdeck{isDemo && ' demo'}</p>
        {isDemo && <p className="demo">A scripted agent and sample projects. Nothing here is real.</p>}
        {reload !== null && <ReloadNotice message={reload} version={version} />}
        {connection === 'offline' && !params && <ConnectionAlert />}
        <button type="button" className="button" onClick={() => setIsStarting(true)}>
          New session
        </button>
        {rows?.length === 0 && <p className="quiet">No sessions yet.</p>}
        <SessionList rows={rows ?? []} current={params?.id} />
        <PushPanel device={device} />
      </nav>
      {params ? (
        <ErrorBoundary key={params.id}>
          <SessionView live={live} sessionId={params.id} row={rows?.find((row) => row.sessionId === params.id)} />
        </ErrorBoundary>
      ) : (
        <main className="main middle">
          <h1>Choose a session, or start one</h1>
          <p className="quiet">Claude Code runs on this machine, in the folder you name.</p>
          <button type="button" className="button primary" onClick={() => setIsStarting(true)}>
            Start a session
          </button>
        </main>
      )}
      {isStarting && (
        <NewSessionDialog
          api={api}
          folders={[...new Set(rows?.map((row) => row.projectPath))]}
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
