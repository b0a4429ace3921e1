import { useState } from 'react'
import type { PanelProps } from './panel-props.ts'
import { Saying } from './Saying.tsx'
import { useDoing } from './use-doing.ts'

/** `/add-dir`: another folder to work in. */
export function AddFolderPanel({ argument, ask }: PanelProps) {
  const [folder, setFolder] = useState(argument)
  const doing = useDoing()
  const directory = folder.trim()
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        void doing.run(
          () => ask({ subtype: 'register_repo_root', directory }),
          `Claude may work in ${directory} for the rest of this session.`,
        )
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
        It must be trusted here. Where this version of Claude Code does not take another folder in a running session,
        end it and start it with the folder among its further folders.
      </p>
      <Saying problem={doing.problem} isLoading={doing.isBusy} done={doing.done} />
      <div className="row">
        <button type="submit" className="button primary" disabled={directory === '' || doing.isBusy}>
          Add it
        </button>
      </div>
    </form>
  )
}
