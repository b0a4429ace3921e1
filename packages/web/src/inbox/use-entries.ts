import { useCallback, useEffect, useRef, useState } from 'react'
import { cardDrafts } from '../cards/answer/card-drafts.ts'
import { useLive, useQuarterdeck } from '../frame/quarterdeck.ts'
import { type InboxEntry, updateEntries } from './entries.ts'
import { readWhoDecided } from './read-who-decided.ts'

/** So long stands what became of something that waits no longer. */
const LINGER_MS = 6000

/** What the inbox shows now. `noteOwn` says what was answered here, so that nobody else is looked for. */
export function useEntries(isHeld: boolean) {
  const { api } = useQuarterdeck()
  const items = useLive((state) => state.inbox)
  const [entries, setEntries] = useState<readonly InboxEntry[]>(() => updateEntries([], items, false))
  const own = useRef(new Map<string, string>())
  const told = useRef(new Set<string>())

  useEffect(() => setEntries((before) => updateEntries(before, items, isHeld)), [items, isHeld])

  useEffect(() => {
    for (const { key, item, gone } of entries) {
      if (gone !== '' || told.current.has(key)) continue
      told.current.add(key)
      if (item.requestId !== undefined) cardDrafts.forget(item.requestId)
      const say = (text: string) => {
        setEntries((all) =>
          all.map((entry) => (entry.key === key && entry.gone !== null ? { ...entry, gone: text } : entry)),
        )
        setTimeout(() => {
          told.current.delete(key)
          setEntries((all) => all.filter((entry) => entry.key !== key || entry.gone === null))
        }, LINGER_MS)
      }
      const mine = own.current.get(key)
      if (mine !== undefined) say(mine)
      else readWhoDecided(api.call, item).then(say)
    }
  }, [entries, api])

  const noteOwn = useCallback((key: string, words: string | null) => {
    if (words === null) own.current.delete(key)
    else own.current.set(key, words)
  }, [])
  return { entries, noteOwn }
}
