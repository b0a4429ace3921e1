import { Link } from 'wouter'
import { toStatusWord } from '../sessions/to-status-word.ts'
import { toVisibleText } from '../text/visible-text.ts'
import { Badge } from './Badge.tsx'
import { useLive } from './quarterdeck.ts'
import { useRow } from './use-row.ts'
import { useWaiting } from './use-waiting.ts'

interface Props {
  current: string | undefined
  /** Of the view, where no session is open. */
  name: string
  onMenu: () => void
}

/** On a phone: where one is, how that fares, and whether anything waits. */
export function PhoneHeader({ current, name, onMenu }: Props) {
  const row = useRow(current)
  const isOffline = useLive((state) => state.connection === 'offline')
  const waiting = useWaiting()
  return (
    <header className="phone-head">
      <button type="button" className="icon-button" aria-label="Menu" aria-haspopup="dialog" onClick={onMenu}>
        <svg width="20" height="20" viewBox="0 0 20 20" aria-hidden="true">
          <path d="M3 5.5h14M3 10h14M3 14.5h14" stroke="currentColor" strokeWidth="1.6" strokeLinecap="round" />
        </svg>
      </button>
      <p className="phone-title">
        <span className="title">{row === undefined ? name : toVisibleText(row.title)}</span>
        {row !== undefined && (
          <span className={row.pending > 0 && !isOffline ? 'detail waits' : 'detail'}>
            {isOffline ? 'disconnected' : toStatusWord(row.status)}
          </span>
        )}
      </p>
      <div className="phone-inbox">
        <Link href="/inbox" className="icon-button" aria-label="Inbox">
          <svg width="20" height="20" viewBox="0 0 20 20" fill="none" stroke="currentColor" aria-hidden="true">
            <path d="M3 11.5 5 4h10l2 7.5V16H3zM3 11.5h4l1 2h4l1-2h4" strokeWidth="1.6" strokeLinejoin="round" />
          </svg>
        </Link>
        <Badge count={waiting} />
      </div>
    </header>
  )
}
