import type { Row } from '@quarterdeck/transcript'
import { memo } from 'react'
import { EntryButton } from '../entry/EntryButton.tsx'
import { GuardedRow } from './GuardedRow.tsx'

interface Props {
  row: Row
  /** Its place in the list, which measures it and says where it stands. */
  index: number
  goesOn: boolean
  /** A link or a search has led to it. */
  isShown: boolean
  measure: (element: HTMLElement | null) => void
}

export const TranscriptRow = memo(function TranscriptRow({ row, index, goesOn, isShown, measure }: Props) {
  return (
    <div
      ref={measure}
      data-index={index}
      data-key={row.key}
      className={isShown ? 'transcript-row is-shown' : 'transcript-row'}
    >
      <GuardedRow row={row} goesOn={goesOn} />
      {/* Calls have one each. */}
      {row.kind !== 'tools' && <EntryButton row={row} />}
    </div>
  )
})
