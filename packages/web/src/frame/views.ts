import { type ComponentType, lazy } from 'react'

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
    component: lazy(async () => ({ default: (await import('../inbox/InboxView.tsx')).InboxView })),
  },
  {
    href: '/settings',
    name: 'Settings',
    keys: 'g ,',
    component: lazy(async () => ({ default: (await import('../settings/SettingsView.tsx')).SettingsView })),
  },
  {
    href: '/help',
    name: 'Help',
    keys: 'g h',
    component: lazy(async () => ({ default: (await import('../help/HelpView.tsx')).HelpView })),
  },
]

export function findView(path: string): View | undefined {
  return views.find(({ href }) => href === path)
}
