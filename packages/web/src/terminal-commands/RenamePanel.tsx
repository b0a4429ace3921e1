import { useState } from 'react'
import type { PanelProps } from './panel-props.ts'
import { Saying } from './Saying.tsx'
import { useDoing } from './use-doing.ts'

/** `/rename` without a title. */
export function RenamePanel({ row, overview, rename, onClose }: PanelProps) {
  const [title, setTitle] = useState(row?.title ?? overview.title)
  const doing = useDoing()
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        void doing.run(() => rename(title.trim()), '').then((isDone) => isDone && onClose())
      }}
    >
      <label>
        Title
        <input
          className="field"
          value={title}
          onFocus={(event) => event.target.select()}
          onChange={(event) => setTitle(event.target.value)}
        />
      </label>
      <Saying problem={doing.problem} isLoading={doing.isBusy} />
      <div className="row">
        <button type="submit" className="button primary" disabled={title.trim() === '' || doing.isBusy}>
          Save
        </button>
      </div>
    </form>
  )
}
