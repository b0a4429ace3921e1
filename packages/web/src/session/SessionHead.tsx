import type { SessionRow } from '@quarterdeck/contract'
import { useEffect, useRef, useState } from 'react'
import { toShortPath } from '../tools/to-short-path.ts'

interface Props {
  row: SessionRow | undefined
  title: string
  isDemo: boolean
  arePanelsOpen: boolean
  onPanels: () => void
  onRename: (title: string) => Promise<unknown>
  onFork: () => void
  onResume: () => void
  onExport: (format: 'md' | 'html' | 'jsonl') => void
  onEnd: () => void
}

/** The session's name and place, and what can be done with it as a whole. */
export function SessionHead(props: Props) {
  const { row, title, isDemo, arePanelsOpen, onPanels, onRename, onFork, onResume, onExport, onEnd } = props
  const [isRenaming, setIsRenaming] = useState(false)
  const exporting = useRef<HTMLDivElement>(null)
  return (
    <header className="session-head">
      {isRenaming ? (
        <RenameForm title={title} onRename={onRename} onClose={() => setIsRenaming(false)} />
      ) : (
        <h1>{title}</h1>
      )}
      <p className="quiet session-place">
        {isDemo && 'Demo · '}
        <span title={row?.projectPath}>{toShortPath(row?.projectPath ?? '')}</span>
        {row?.gitBranch && ` · ${row.gitBranch}`}
      </p>
      <div className="row session-actions">
        <button type="button" className="small-button" onClick={() => setIsRenaming(true)}>
          Rename
        </button>
        <button type="button" className="small-button" onClick={onFork}>
          Fork
        </button>
        {row !== undefined && !row.live && (
          <button type="button" className="small-button" onClick={onResume}>
            Resume
          </button>
        )}
        {row?.live && (
          <button type="button" className="small-button" onClick={onEnd}>
            End
          </button>
        )}
        <button type="button" className="small-button" popoverTarget="export-menu" aria-haspopup="menu">
          Export
        </button>
        <div ref={exporting} id="export-menu" popover="auto" role="menu" aria-label="Export" className="menu">
          {(['md', 'html', 'jsonl'] as const).map((format) => (
            <button
              key={format}
              type="button"
              role="menuitem"
              onClick={() => {
                exporting.current?.hidePopover()
                onExport(format)
              }}
            >
              {{ md: 'Markdown', html: 'HTML', jsonl: 'As the CLI wrote it (JSONL)' }[format]}
            </button>
          ))}
        </div>
        <button type="button" className="small-button" aria-expanded={arePanelsOpen} onClick={onPanels}>
          Panels
        </button>
      </div>
      {row?.why !== undefined && <p className="quiet">{row.why}</p>}
      {row?.heldBy && (
        <p className="quiet">
          {row.heldBy.what} (process {row.heldBy.pid}) has this session open. What you send takes it over.
        </p>
      )}
    </header>
  )
}

interface RenameProps {
  title: string
  onRename: (title: string) => Promise<unknown>
  onClose: () => void
}

function RenameForm({ title, onRename, onClose }: RenameProps) {
  const [text, setText] = useState(title)
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => input.current?.select(), [])
  const [problem, setProblem] = useState<string | null>(null)
  return (
    <form
      className="row"
      aria-label="Rename"
      onSubmit={(event) => {
        event.preventDefault()
        onRename(text.trim()).then(onClose, (error: Error) => setProblem(error.message))
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        event.preventDefault()
        event.stopPropagation()
        onClose()
      }}
    >
      <input
        ref={input}
        className="field"
        aria-label="Title"
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <button type="submit" className="button" disabled={text.trim() === ''}>
        Save
      </button>
      <button type="button" className="button" onClick={onClose}>
        Cancel
      </button>
      {problem !== null && (
        <p className="error" role="alert">
          {problem}
        </p>
      )}
    </form>
  )
}
