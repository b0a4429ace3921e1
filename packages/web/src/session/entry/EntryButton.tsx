import type { Row } from '@quarterdeck/transcript'
import { memo } from 'react'

interface Props {
  row: Row
  onOpen: (opened: { row: Row; opener: HTMLButtonElement }) => void
}

/** What can be done with an entry: there when it is pointed at, reached or touched, and quiet otherwise. */
export const EntryButton = memo(function EntryButton({ row, onOpen }: Props) {
  if (row.kind === 'day' || 'isDraft' in row) return null
  return (
    <button
      type="button"
      className="entry-button"
      aria-label="Entry actions"
      aria-haspopup="menu"
      onClick={({ currentTarget }) => onOpen({ row, opener: currentTarget })}
    >
      <span aria-hidden="true">⋯</span>
    </button>
  )
})
