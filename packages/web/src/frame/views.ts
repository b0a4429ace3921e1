import { type ComponentType, lazy } from 'react'

export interface View {
  href: string
  /** Part of the contract. */
  name: string
  /** Loaded when it is opened first. */
  component: ComponentType
}

/** Everything the navigation leads to. */
export const views: readonly View[] = [
  {
    href: '/inbox',
    name: 'Inbox',
    component: lazy(async () => ({ default: (await import('../inbox/InboxView.tsx')).InboxView })),
  },
  {
    href: '/sessions',
    name: 'Sessions',
    component: lazy(async () => ({ default: (await import('../sessions/SessionsView.tsx')).SessionsView })),
  },
  {
    href: '/search',
    name: 'Search',
    component: lazy(async () => ({ default: (await import('../search/SearchView.tsx')).SearchView })),
  },
  {
    href: '/usage',
    name: 'Usage',
    component: lazy(async () => ({ default: (await import('../usage/UsageView.tsx')).UsageView })),
  },
  {
    href: '/files',
    name: 'Files',
    component: lazy(async () => ({ default: (await import('../files/FilesView.tsx')).FilesView })),
  },
  {
    href: '/prompts',
    name: 'Prompts',
    component: lazy(async () => ({ default: (await import('../prompt-history/PromptsView.tsx')).PromptsView })),
  },
]
