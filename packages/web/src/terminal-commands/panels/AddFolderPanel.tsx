import { useState } from 'react'
import { ActionOutcome } from '../ActionOutcome.tsx'
import type { PanelProps } from '../panel-props.ts'
import { useAction } from '../use-action.ts'

/** `/add-dir`: another folder to work in. A running CLI takes none, so that it is started anew with the same conversation. */
export function AddFolderPanel({ argument, overview, addFolder }: PanelProps) {
  const [folder, setFolder] = useState(argument)
  const doing = useAction()
  const directory = folder.trim()
  const isBusy = overview.status === 'working' || overview.status.startsWith('awaiting')
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        void doing.run(() => addFolder(directory), `Claude may work in ${directory} too.`)
      }}
    >
      <label>
        Folder
        <input
          className="field"
          placeholder="/home/you/other-project"
          value={folder}
          onChange={(event) => setFolder(event.target.value)}
        />
      </label>
      <p className="quiet">
        It must be trusted here. Claude Code is started anew for it, with the same conversation, model and mode; rules
        that were allowed for the session alone are asked about again.
      </p>
      {isBusy && <p>A turn runs. Let it end, or stop it first.</p>}
      <ActionOutcome problem={doing.problem} isLoading={doing.isBusy} done={doing.done} />
      <div className="row">
        <button type="submit" className="button primary" disabled={directory === '' || doing.isBusy || isBusy}>
          Add it
        </button>
      </div>
    </form>
  )
}
