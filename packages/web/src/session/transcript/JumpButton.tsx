import type { Row } from '@quarterdeck/transcript'
import { useRef } from 'react'

/** Leads back to the end, and says how much has come since it was left. */
export function JumpButton({ rows, onJump }: { rows: readonly Row[]; onJump: () => void }) {
  const left = useRef(rows.at(-1)?.key)
  const place = rows.findLastIndex((row) => row.key === left.current)
  const count = place === -1 ? 0 : rows.length - 1 - place
  return (
    <button
      type="button"
      className="button jump"
      aria-label="Jump to latest"
      aria-description={count === 0 ? undefined : `${count} new`}
      onClick={onJump}
    >
      Jump to latest{count > 0 && <span className="quiet"> {count} new</span>}
    </button>
  )
}
