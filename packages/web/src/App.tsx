import type { SessionRow } from '@quarterdeck/contract'
import { useCallback, useEffect, useState } from 'react'
import { useLocation, useRoute } from 'wouter'
import type { Api } from './api.ts'
import { ApiProblem } from './api-problem.ts'
import { ErrorBoundary } from './ErrorBoundary.tsx'
import { NewSessionDialog } from './new-session/NewSessionDialog.tsx'
import { SessionList } from './SessionList.tsx'
import { SessionView } from './session/SessionView.tsx'

const REFRESH_MS = 4000

export function App({ api }: { api: Api }) {
  const [rows, setRows] = useState<readonly SessionRow[] | null>(null)
  const [problem, setProblem] = useState<ApiProblem | null>(null)
  const [isStarting, setIsStarting] = useState(false)
  const [, navigate] = useLocation()
  const [, params] = useRoute('/sessions/:id')

  const refresh = useCallback(() => {
    api.listSessions().then(
      (items) => {
        setRows(items)
        setProblem(null)
      },
      (error: unknown) => setProblem(error instanceof ApiProblem ? error : new ApiProblem('internal', String(error))),
    )
  }, [api])
  useEffect(() => {
    refresh()
    addEventListener('focus', refresh)
    // Other sessions have approvals too, and other screens start sessions.
    const timer = setInterval(() => document.visibilityState === 'visible' && refresh(), REFRESH_MS)
    return () => {
      removeEventListener('focus', refresh)
      clearInterval(timer)
    }
  }, [refresh])

  const [isDemo, setIsDemo] = useState(false)
  useEffect(() => {
    api.isDemo().then(setIsDemo, () => setIsDemo(false))
  }, [api])

  const isMissing = rows !== null && !rows.some((row) => row.sessionId === params?.id)
  const waiting = rows?.reduce((sum, row) => sum + row.pending, 0) ?? 0
  useEffect(() => {
    const name = isDemo ? 'Quarterdeck demo' : 'Quarterdeck'
    document.title = waiting > 0 ? `(${waiting}) ${name}` : name
  }, [waiting, isDemo])

  return (
    <div className={`frame ${params ? 'at-session' : 'at-list'}`}>
      <nav className="sidebar" aria-label="Quarterdeck">
        <p className="brand">Quarterdeck{isDemo && ' demo'}</p>
        {isDemo && <p className="demo">A scripted agent and sample projects. Nothing here is real.</p>}
        <button type="button" className="button" onClick={() => setIsStarting(true)}>
          New session
        </button>
        {problem && (
          <p className="error" role="alert">
            {problem.message}
          </p>
        )}
        {rows?.length === 0 && <p className="quiet">No sessions yet.</p>}
        <SessionList rows={rows ?? []} current={params?.id} />
      </nav>
      {params && isMissing ? (
        <main className="main middle">
          <h1>There is no such session</h1>
          <p className="quiet">It may have been started with another data directory.</p>
        </main>
      ) : params ? (
        <ErrorBoundary key={params.id}>
          <SessionView
            api={api}
            sessionId={params.id}
            row={rows?.find((row) => row.sessionId === params.id)}
            isDemo={isDemo}
            onChanged={refresh}
          />
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
            refresh()
            navigate(`/sessions/${sessionId}`)
          }}
        />
      )}
    </div>
  )
}
