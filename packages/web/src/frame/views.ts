import type { ComponentType } from 'react'
import { lazily } from '../parts/lazily.ts'
import { LoadingView } from './LoadingView.tsx'

export interface View {
  href: string
  /** Part of the contract. */
  name: string
  /** The keys that lead there. */
  keys?: string
  /** Loaded when it is opened first. */
  component: ComponentType
}

/** Everything the navigation leads to. */
export const views: readonly View[] = [
  {
    href: '/inbox',
    name: 'Inbox',
    keys: 'g i',
    component: lazily(async () => ({ default: (await import('../inbox/InboxView.tsx')).InboxView }), LoadingView),
  },
  {
    href: '/sessions',
    name: 'Sessions',
    keys: 'g s',
    component: lazily(
      async () => ({ default: (await import('../sessions/SessionsView.tsx')).SessionsView }),
      LoadingView,
    ),
  },
  {
    href: '/search',
    name: 'Search',
    keys: 'g /',
    component: lazily(async () => ({ default: (await import('../search/SearchView.tsx')).SearchView }), LoadingView),
  },
  {
    href: '/usage',
    name: 'Usage',
    keys: 'g u',
    component: lazily(async () => ({ default: (await import('../usage/UsageView.tsx')).UsageView }), LoadingView),
  },
  {
    href: '/files',
    name: 'Files',
    keys: 'g f',
    component: lazily(async () => ({ default: (await import('../files/FilesView.tsx')).FilesView }), LoadingView),
  },
  {
    href: '/prompts',
    name: 'Prompts',
    keys: 'g p',
    component: lazily(
      async () => ({ default: (await import('../prompt-history/PromptsView.tsx')).PromptsView }),
      LoadingView,
    ),
  },
  {
    href: '/settings',
    name: 'Settings',
    keys: 'g ,',
    component: lazily(
      async () => ({ default: (await import('../settings/SettingsView.tsx')).SettingsView }),
      LoadingView,
    ),
  },
  {
    href: '/help',
    name: 'Help',
    keys: 'g h',
    component: lazily(async () => ({ default: (await import('../help/HelpView.tsx')).HelpView }), LoadingView),
  },
]

export function findView(path: string): View | undefined {
  return views.find(({ href }) => href === path)
}
