import { useEffect, useRef, useState } from 'react'
import { useLive, useQuarterdeck } from '../frame/quarterdeck.ts'
import { Skeleton } from '../frame/Skeleton.tsx'
import { useMedia } from '../frame/use-media.ts'
import { useNow } from '../frame/use-now.ts'
import { toVisibleText } from '../text/visible-text.ts'
import { findAlike } from './entries.ts'
import { InboxCard } from './InboxCard.tsx'
import './inbox.css'
import { NewsItem } from './NewsItem.tsx'
import { useEntries } from './use-entries.ts'
import { useInboxKeys } from './use-inbox-keys.ts'

/** Everything that waits for a person, over all sessions, to be answered in place. */
export function InboxView() {
  const { live } = useQuarterdeck()
  const isRead = useLive((state) => state.rows !== null)
  const [isPointedAt, setIsPointedAt] = useState(false)
  const [hasFocus, setHasFocus] = useState(false)
  const list = useRef<HTMLDivElement>(null)
  const isTouch = useMedia('(pointer: coarse)')
  const entries = useEntries(isPointedAt || hasFocus || isTouch)
  // A card that goes away takes the focus with it, and browsers do not say so.
  useEffect(() => setHasFocus(list.current?.contains(document.activeElement) ?? false))
  const { chosen, hint, setChosen } = useInboxKeys(entries, list)
  const now = useNow()
  const news = entries.filter(({ item }) => item.requestId === undefined)
  const waiting = entries.filter(({ item, gone }) => item.requestId !== undefined && gone === null).length

  return (
    <main className="main view inbox">
      <div className="view-head">
        <h1>Inbox</h1>
        {waiting > 0 && <p className="waits">{waiting === 1 ? '1 waits for you' : `${waiting} wait for you`}</p>}
        <span className="spacer" />
        {news.length > 1 && (
          <button
            type="button"
            className="button"
            onClick={() => {
              // One that could not be marked is still there to be seen.
              for (const { item } of news)
                live.give({ kind: 'update', sessionId: item.sessionId, read: true }).catch(() => undefined)
            }}
          >
            Mark {news.length} as read
          </button>
        )}
      </div>
      <p role="status" className={hint === '' ? 'visually-hidden' : 'inbox-hint'}>
        {hint}
      </p>
      {!isRead && entries.length === 0 && <Skeleton lines={5} label="Reading the inbox" />}
      {isRead && entries.length === 0 && (
        <div className="inbox-empty">
          <p>Nothing waits for you.</p>
          <p className="quiet">
            Approvals, questions and plans of all sessions come here, and sessions that finished while you looked
            elsewhere.
          </p>
        </div>
      )}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: it is only watched, so that nothing moves below the pointer */}
      <div
        ref={list}
        className="inbox-list"
        tabIndex={-1}
        onPointerEnter={() => setIsPointedAt(true)}
        onPointerLeave={() => setIsPointedAt(false)}
        onFocus={() => setHasFocus(true)}
        onBlur={() => setHasFocus(false)}
      >
        {entries.map((entry) => {
          const { key, item, gone } = entry
          if (gone !== null)
            return (
              <p key={key} role="status" className="inbox-gone">
                <span>{toVisibleText(item.title)}</span> <span className="quiet">{gone}</span>
              </p>
            )
          const common = { item, isChosen: key === chosen, now, onFocus: () => setChosen(key) }
          if (item.requestId === undefined) return <NewsItem key={key} {...common} />
          return <InboxCard key={key} {...common} alike={findAlike(entries, entry)} />
        })}
      </div>
    </main>
  )
}
