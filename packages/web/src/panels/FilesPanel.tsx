import type { FileTouch, Overview } from '@quarterdeck/transcript'
import { toVisibleText } from '../text/visible-text.ts'
import { toShortPath } from '../tools/to-short-path.ts'
import { Panel } from './Panel.tsx'

interface Props {
  overview: Pick<Overview, 'files' | 'fileCount' | 'about'>
  isPartial?: boolean
  /** Goes to the newest change of a file. */
  onShow: (file: FileTouch) => void
}

/** Claude's own notes, and nothing of the project. */
const PLAN = /[\\/]\.claude[\\/]plans[\\/]/

/** Files that the session has changed. */
export function FilesPanel({ overview, isPartial = false, onShow }: Props) {
  const changed = overview.files.filter((file) => file.edits > 0 && !PLAN.test(file.path))
  // The list has an end, and the changed ones stand first in it.
  const hasMore = overview.fileCount > overview.files.length && overview.files.at(-1)?.edits !== 0
  const count = `${changed.length}${hasMore ? '+' : ''}`
  return (
    <Panel name="Files changed" note={changed.length > 0 ? count : undefined} isPartial={isPartial}>
      {changed.length === 0 ? (
        <p className="quiet">Nothing was changed.</p>
      ) : (
        <ul className="panel-list">
          {changed.map((file) => (
            <FileItem key={file.path} file={file} project={overview.about.cwd} onShow={() => onShow(file)} />
          ))}
        </ul>
      )}
    </Panel>
  )
}

interface ItemProps {
  file: FileTouch
  project: string | undefined
  onShow: () => void
}

function FileItem({ file, project, onShow }: ItemProps) {
  const parts = toShortPath(file.path, project).split('/')
  const folder = parts.slice(0, -1).join('/')
  return (
    <li className="panel-row">
      <button
        type="button"
        className="panel-link file-link"
        title={`Show the newest change of ${toVisibleText(file.path)}`}
        onClick={onShow}
      >
        <code>{parts.at(-1)}</code>
        {folder !== '' && <span className="quiet">{folder}</span>}
      </button>
      <span className="panel-figure">{toFigure(file)}</span>
    </li>
  )
}

/** Not of every change the CLI tells how many lines it was. */
function toFigure({ isCreated, linesAdded, linesRemoved }: FileTouch): string {
  const lines = linesAdded + linesRemoved === 0 ? '' : `+${linesAdded} −${linesRemoved}`
  return [isCreated ? 'new' : '', lines].filter((word) => word !== '').join(' ')
}
