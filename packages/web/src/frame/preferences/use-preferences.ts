import { useStore } from 'zustand'
import { useQuarterdeck } from '../quarterdeck.ts'
import type { PreferenceStore, PreferencesState } from './preferences.ts'

export function usePreferences(): PreferencesState & Pick<PreferenceStore, 'change'> {
  const { preferences } = useQuarterdeck()
  return { ...useStore(preferences.store), change: preferences.change }
}
