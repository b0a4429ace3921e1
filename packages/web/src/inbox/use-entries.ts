import { useEffect, useRef, useState } from 'react'
import { cardDrafts } from '../cards/answer/card-drafts.ts'
import { useLive, useQuarterdeck } from '../frame/quarterdeck.ts'
import { type InboxEntry, updateEntries } from './entries.ts'
import { readWhoDecided } from './read-who-decided.ts'
import { toAnsweredText } from './to-answered-text.ts'

/** So long stands what became of something that waits no longer. */
const LINGER_MS = 6000

/** The lines of the inbox. One that was answered here says so; of another the server is asked who answered it. */
export function useEntries(isHeld: boolean) {
  const { api, answers } = useQuarterdeck()
  const items = useLive((state) => state.inbox)
  const [entries, setEntries] = useState<readonly InboxEntry[]>(() => updateEntries([], items, false))
  const announced = useRef(new Set<string>())

  useEffect(() => setEntries((before) => updateEntries(before, items, isHeld)), [items, isHeld])

  useEffect(() => {
    for (const { key, item, gone } of entries) {
      if (gone !== '' || announced.current.has(key)) continue
      announced.current.add(key)
      if (item.requestId !== undefined) cardDrafts.forget(item.requestId)
      const say = (text: string) => {
        setEntries((all) =>
          all.map((entry) => (entry.key === key && entry.gone !== null ? { ...entry, gone: text } : entry)),
        )
        setTimeout(() => {
          announced.current.delete(key)
          setEntries((all) => all.filter((entry) => entry.key !== key || entry.gone === null))
        }, LINGER_MS)
      }
      const own = answers.find({ sessionId: item.sessionId, requestId: item.requestId ?? '' })
      if (own !== undefined && own.state !== 'refused' && !own.isRestored) say(toAnsweredText(item, own.answer))
      else readWhoDecided(api.call, item).then(say)
    }
  }, [entries, api, answers])

  return entries
}
