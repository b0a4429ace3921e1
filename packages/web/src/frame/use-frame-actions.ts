import { useEffect } from 'react'
import { useLocation } from 'wouter'
import { replaceText } from '../composer/replace-text.ts'
import { type Action, useActions } from '../palette/actions.ts'
import { VIEW_KEYS } from '../palette/view-keys.ts'
import { usePreferences } from './preferences/use-preferences.ts'
import { useLive } from './quarterdeck.ts'
import { findNeighbour, sortRows } from './sidebar/sort-rows.ts'
import { views } from './views.ts'

/** The dialog over the page. */
export type Opened = 'palette' | 'shortcuts' | 'new session' | 'menu'

const THEMES = ['light', 'dark', 'system'] as const

/** The actions of every view. */
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

  function jump(keys: string) {
    const { live, recent } = sortRows(rows ?? [])
    const row = [...live, ...recent][Number(keys.at(-1)) - 1]
    if (row !== undefined) navigate(`/sessions/${row.sessionId}`)
  }

  const everywhere: Action[] = [
    { id: 'palette', name: 'Command palette', keys: ['Mod+k'], isKeyOnly: true, run: () => open('palette') },
    { id: 'shortcuts', name: 'Keyboard shortcuts', keys: ['?'], run: () => open('shortcuts') },
    { id: 'newSession', name: 'New session', keys: ['n', 'Mod+Shift+o'], run: () => open('new session') },
    {
      id: 'jump',
      name: 'The first to the ninth session of the list',
      keys: ['1', '2', '3', '4', '5', '6', '7', '8', '9'].map((digit) => `Alt+${digit}`),
      keysText: 'Alt 1…9',
      isKeyOnly: true,
      run: jump,
    },
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
      : [
          { ...VIEW_KEYS.message, run: focusMessage },
          { ...VIEW_KEYS.commands, run: listCommands },
        ]
  useActions([...everywhere, ...goings, ...themes, ...message])
}

function focusMessage(): HTMLTextAreaElement | null {
  const message = document.querySelector<HTMLTextAreaElement>('textarea[aria-label="Message"]')
  message?.focus()
  return message
}

/** Text that is already in the field stays. */
function listCommands(): void {
  const message = focusMessage()
  if (message?.value === '') replaceText(message, '/', 1)
}
