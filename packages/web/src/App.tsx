import { useCallback, useEffect, useState } from 'react'
import { Route, Switch, useLocation, useRoute } from 'wouter'
import { ErrorBoundary } from './ErrorBoundary.tsx'
import { ConnectionAlert } from './frame/ConnectionAlert.tsx'
import { Drawer } from './frame/Drawer.tsx'
import './session/session.css'
import './frame/frame.css'
import './frame/sidebar/sidebar.css'
import './frame/phone.css'
import { useLastSession } from './frame/last-session.ts'
import { OutgoingNotice } from './frame/OutgoingNotice.tsx'
import { PhoneHeader } from './frame/PhoneHeader.tsx'
import { useKeptPreferences } from './frame/preferences/use-kept-preferences.ts'
import { usePreferences } from './frame/preferences/use-preferences.ts'
import { Sidebar } from './frame/sidebar/Sidebar.tsx'
import { UpdateNotice } from './frame/UpdateNotice.tsx'
import { useBeat } from './frame/use-beat.ts'
import { type Opened, useFrameActions } from './frame/use-frame-actions.ts'
import { usePageMark } from './frame/use-page-mark.ts'
import { AskedRowContext, useAskedRow } from './frame/use-row.ts'
import { useViewportHeight } from './frame/use-viewport-height.ts'
import { useWaiting } from './frame/use-waiting.ts'
import { findView, views } from './frame/views.ts'
import { Welcome } from './frame/Welcome.tsx'
import { useAskedForSession } from './new-session/ask-for-session.ts'
import { useKeys } from './palette/use-keys.ts'
import { lazily } from './parts/lazily.ts'
import { useIsNarrow } from './parts/use-is-narrow.ts'
import { onNoticeTapped } from './push/on-notice-tapped.ts'
import { useChime } from './push/use-chime.ts'
import { SessionView } from './session/SessionView.tsx'
import { toVisibleText } from './text/visible-text.ts'

const Dialogs = lazily(async () => ({ default: (await import('./frame/Dialogs.tsx')).Dialogs }))

export function App() {
  const [opened, setOpened] = useState<Opened | null>(null)
  const [location] = useLocation()
  const [, params] = useRoute('/sessions/:id')
  const isNarrow = useIsNarrow()
  const view = findView(location)
  const asked = useAskedRow(params?.id)
  usePageMark(params?.id, asked === null ? view?.name : toVisibleText(asked.title))
  useKeptPreferences()
  useLastSession(params?.id)
  useAskedForSession(useCallback(() => setOpened('new session'), []))
  useViewportHeight()
  useBeat()
  useNotices()
  useFrameActions(params?.id, setOpened)
  useKeys()

  const sidebar = (
    <Sidebar current={params?.id} onNew={() => setOpened('new session')} onPalette={() => setOpened('palette')} />
  )
  // On a phone the sidebar is the first page, and a drawer everywhere else.
  const isHome = isNarrow && location === '/'
  return (
    <AskedRowContext value={asked}>
      <div className="frame">
        {!isNarrow && sidebar}
        <div className="stage">
          {isNarrow && !isHome && (
            <PhoneHeader current={params?.id} name={view?.name ?? 'Quarterdeck'} onMenu={() => setOpened('menu')} />
          )}
          <ConnectionAlert />
          <UpdateNotice />
          <OutgoingNotice current={params?.id} />
          {isHome ? (
            <main className="main home">
              <h1 className="visually-hidden">Quarterdeck</h1>
              {sidebar}
            </main>
          ) : (
            <ErrorBoundary key={location}>
              <Switch>
                <Route path="/sessions/:id">{({ id }) => <SessionView key={id} sessionId={id} />}</Route>
                {views.map(({ href, component }) => (
                  <Route key={href} path={href} component={component} />
                ))}
                <Route>
                  <Welcome isUnknown={location !== '/'} onNew={() => setOpened('new session')} />
                </Route>
              </Switch>
            </ErrorBoundary>
          )}
        </div>
        {isNarrow && opened === 'menu' && <Drawer onClose={() => setOpened(null)}>{sidebar}</Drawer>}
        {opened !== null && opened !== 'menu' && (
          <ErrorBoundary key={opened}>
            <Dialogs opened={opened} onOpen={setOpened} />
          </ErrorBoundary>
        )}
      </div>
    </AskedRowContext>
  )
}

/** Notices of this browser, where it has them; else a sound. */
function useNotices(): void {
  const [, navigate] = useLocation()
  useEffect(() => onNoticeTapped((sessionId) => navigate(`/sessions/${sessionId}`)), [navigate])
  const { sound = true } = usePreferences().preferences
  useChime(useWaiting(), sound)
}
