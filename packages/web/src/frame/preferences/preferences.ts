import type { Preferences, PreferencesAnswer } from '@quarterdeck/contract'
import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Api } from '../../api.ts'

export interface PreferencesState {
  preferences: Preferences
  /** The server has told them. */
  isRead: boolean
  /** Why the last change was not kept, or why they could not be read. */
  problem: string | null
}

type Change = { readonly [Name in keyof Preferences]: Preferences[Name] | null }

/** How the person wants the page, as the server keeps it for all of their devices. */
export interface PreferenceStore {
  store: StoreApi<PreferencesState>
  read(): Promise<void>
  /** Counts at once, and is taken back where the server does not keep it. Null takes a preference back. */
  change(change: Change): Promise<void>
}

interface Places {
  /** Keeps them for the next visit: whoever types before the server has answered is not to send with a key that begins a line. */
  kept?: Pick<Storage, 'getItem' | 'setItem'>
  /** Reaches the pages that stand open beside this one. */
  others?: BroadcastChannel
}

const KEY = 'quarterdeck-preferences'

export function createPreferences(call: Api['call'], { kept, others }: Places = {}): PreferenceStore {
  const preferences = readKept(kept)
  const store = createStore<PreferencesState>(() => ({ preferences, isRead: false, problem: null }))
  store.subscribe((now, before) => {
    if (now.preferences === before.preferences) return
    try {
      kept?.setItem(KEY, JSON.stringify(now.preferences))
    } catch {
      // A browser that keeps nothing asks the server every time.
    }
  })
  /** An answer to an older question must not undo a newer change. */
  let newest = 0

  async function ask(change?: Change): Promise<void> {
    newest += 1
    const mine = newest
    const before = store.getState().preferences
    if (change !== undefined) store.setState({ preferences: applyChange(before, change) })
    try {
      const { effective } = await (change === undefined ? call('GET /api/preferences') : send(change))
      if (mine === newest) store.setState({ preferences: effective, isRead: true, problem: null })
    } catch (error) {
      if (mine === newest) store.setState({ preferences: before, problem: (error as Error).message })
    }
  }

  function send(change: Change): Promise<PreferencesAnswer> {
    // A preference of this device alone would hide the common one.
    const device = Object.fromEntries(Object.keys(change).map((name) => [name, null]))
    return call('PATCH /api/preferences', { body: { common: change, device } }, { keepalive: true })
  }

  if (others !== undefined) others.onmessage = () => void ask()

  return {
    store,
    read: () => ask(),
    async change(change) {
      await ask(change)
      others?.postMessage(null)
    },
  }
}

function readKept(kept: Places['kept']): Preferences {
  try {
    return JSON.parse(kept?.getItem(KEY) ?? '{}') as Preferences
  } catch {
    return {}
  }
}

function applyChange(preferences: Preferences, change: Change): Preferences {
  const entries = Object.entries({ ...preferences, ...change }).filter(([, value]) => value !== null)
  return Object.fromEntries(entries) as Preferences
}
