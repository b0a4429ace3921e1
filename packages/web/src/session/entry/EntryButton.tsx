import type { CallRow, Row } from '@quarterdeck/transcript'
import { createContext, memo, useContext } from 'react'

export interface OpenedEntry {
  row: Row
  /** The menu stands beside it. */
  opener: HTMLButtonElement
}

/** Opens the menu of an entry. Null where entries are shown by themselves, and nothing can be done with them. */
export const EntryContext = createContext<((opened: OpenedEntry) => void) | null>(null)

/** The menu button of an entry: there when the entry is pointed at, reached or touched, and quiet otherwise. */
export const EntryButton = memo(function EntryButton({ row }: { row: Row }) {
  return row.kind === 'day' || 'isDraft' in row ? null : <OpenButton toRow={() => row} />
})

/** The same for calls: for one of them, or for a run that is folded into a line. */
export function CallsButton({ calls }: { calls: readonly CallRow[] }) {
  const [first] = calls
  if (first === undefined || first.isDraft) return null
  const { startedAt } = first.call
  const key = `${calls.length} from ${first.key}`
  return <OpenButton toRow={() => ({ kind: 'tools', key, calls, ...(startedAt && { at: startedAt }) })} />
}

function OpenButton({ toRow }: { toRow: () => Row }) {
  const open = useContext(EntryContext)
  if (open === null) return null
  return (
    <button
      type="button"
      className="entry-button"
      aria-label="Entry actions"
      aria-haspopup="menu"
      onClick={({ currentTarget }) => open({ row: toRow(), opener: currentTarget })}
    >
      <span aria-hidden="true">⋯</span>
    </button>
  )
}
