import type { FileTouch, Overview } from '@quarterdeck/transcript'
import { toShortPath } from '../tools/to-short-path.ts'
import { Panel } from './Panel.tsx'

/** Files that the session has changed. */
export function FilesPanel({ overview }: { overview: Pick<Overview, 'files' | 'fileCount' | 'about'> }) {
  const changed = overview.files.filter((file) => file.edits > 0)
  return (
    <Panel name="Files changed" note={changed.length > 0 ? String(changed.length) : undefined}>
      {changed.length === 0 ? (
        <p className="quiet">Nothing was changed.</p>
      ) : (
        <ul className="panel-list">
          {changed.map((file) => (
            <FileItem key={file.path} file={file} project={overview.about.cwd} />
          ))}
        </ul>
      )}
    </Panel>
  )
}

function FileItem({ file, project }: { file: FileTouch; project: string | undefined }) {
  return (
    <li className="panel-row">
      <code title={file.path}>{toShortPath(file.path, project)}</code>
      <span className="panel-figure">
        {file.isCreated && 'new '}+{file.linesAdded} −{file.linesRemoved}
      </span>
    </li>
  )
}
