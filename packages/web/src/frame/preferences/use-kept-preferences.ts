import { useEffect } from 'react'
import { useLive, useQuarterdeck } from '../quarterdeck.ts'
import { applyLook } from './look.ts'
import { usePreferences } from './use-preferences.ts'

/** Reads the preferences when the server is there, and again when the page is looked at; draws the page as they say. */
export function useKeptPreferences(): void {
  const { preferences: kept } = useQuarterdeck()
  const { preferences, isRead } = usePreferences()
  const isOnline = useLive((state) => state.connection === 'online')
  useEffect(() => {
    if (!isOnline) return
    const read = () => {
      if (document.visibilityState === 'visible') void kept.read()
    }
    read()
    document.addEventListener('visibilitychange', read)
    return () => document.removeEventListener('visibilitychange', read)
  }, [kept, isOnline])
  useEffect(() => {
    if (isRead) applyLook(preferences)
  }, [preferences, isRead])
}
