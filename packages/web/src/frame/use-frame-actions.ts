import { useEffect } from 'react'
import { useLocation } from 'wouter'
import { type Action, useActions } from '../palette/actions.ts'
import { usePreferences } from './preferences.ts'
import { useLive } from './quarterdeck.ts'
import { findNeighbour } from './sort-rows.ts'
import { views } from './views.ts'

/** What stands over the page. */
export type Opened = 'palette' | 'shortcuts' | 'new session' | 'menu'

const THEMES = ['light', 'dark', 'system'] as const

/** What can be done everywhere. */
export function useFrameActions(current: string | undefined, open: (what: Opened) => void): void {
  const [, navigate] = useLocation()
  const rows = useLive((state) => state.rows)
  const { change } = usePreferences()
  const isTold = rows !== null
  // So that the first press of its key is answered at once; what is looked at comes before that.
  useEffect(() => {
    if (!isTold) return
    const timer = setTimeout(() => void import('./Dialogs.tsx').catch(() => undefined), 1000)
    return () => clearTimeout(timer)
  }, [isTold])

  function step(by: 1 | -1) {
    const next = findNeighbour(rows ?? [], current, by)
    if (next !== undefined) navigate(`/sessions/${next.sessionId}`)
  }

  const everywhere: Action[] = [
    { id: 'palette', name: 'Command palette', keys: ['Mod+k'], isKeyOnly: true, run: () => open('palette') },
    { id: 'shortcuts', name: 'Keyboard shortcuts', keys: ['?'], run: () => open('shortcuts') },
    { id: 'newSession', name: 'New session', keys: ['n'], run: () => open('new session') },
    { id: 'previousSession', name: 'Previous session', keys: ['['], run: () => step(-1) },
    { id: 'nextSession', name: 'Next session', keys: [']'], run: () => step(1) },
  ].map((action) => ({ ...action, group: 'Everywhere' as const }))
  const goings: Action[] = views.map(({ name, href, keys }) => ({
    id: `goTo${name}`,
    name,
    group: 'Go to',
    ...(keys !== undefined && { keys: [keys] }),
    run: () => navigate(href),
  }))
  const themes: Action[] = THEMES.map((theme) => ({
    id: `theme.${theme}`,
    name: theme === 'system' ? 'Theme: as the system' : `Theme: ${theme}`,
    group: 'Theme',
    run: () => void change({ theme }),
  }))
  const message: Action[] =
    current === undefined
      ? []
      : [{ id: 'message', name: 'Write a message', group: 'Session', keys: ['/'], run: focusMessage }]
  useActions([...everywhere, ...goings, ...themes, ...message])
}

function focusMessage(): void {
  document.querySelector<HTMLElement>('textarea[aria-label="Message"]')?.focus()
}
