import type { SessionRow } from '@quarterdeck/contract'

interface Props {
  rows: readonly SessionRow[]
  onArchive: (archived: boolean) => void
  onTag: () => void
  onKeep: () => void
  onClear: () => void
}

/** The actions on chosen sessions; at the foot of the view, where they move nothing. */
export function ChosenBar({ rows, onArchive, onTag, onKeep, onClear }: Props) {
  if (rows.length === 0) return null
  const areArchived = rows.every(({ archived }) => archived)
  return (
    <div className="chosen-bar" role="toolbar" aria-label="Chosen sessions">
      <span>{rows.length === 1 ? '1 session chosen' : `${rows.length.toLocaleString('en')} sessions chosen`}</span>
      <button type="button" className="button" onClick={() => onArchive(!areArchived)}>
        {areArchived ? 'Take out of the archive' : 'Archive'}
      </button>
      <button type="button" className="button" onClick={onTag}>
        Tag…
      </button>
      {rows.some(({ deletedOn }) => deletedOn !== null) && (
        <button type="button" className="button" onClick={onKeep}>
          Keep
        </button>
      )}
      <button type="button" className="button" onClick={onClear}>
        Choose none
      </button>
    </div>
  )
}
