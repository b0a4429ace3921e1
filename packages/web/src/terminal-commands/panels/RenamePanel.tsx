import { useState } from 'react'
import { ActionOutcome } from '../ActionOutcome.tsx'
import type { PanelProps } from '../panel-props.ts'
import { useAction } from '../use-action.ts'

/** `/rename` without a title. */
export function RenamePanel({ row, overview, rename, onClose }: PanelProps) {
  const [title, setTitle] = useState(row?.title ?? overview.title)
  const doing = useAction()
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
      <ActionOutcome problem={doing.problem} isLoading={doing.isBusy} />
      <div className="row">
        <button type="submit" className="button primary" disabled={title.trim() === '' || doing.isBusy}>
          Save
        </button>
      </div>
    </form>
  )
}
