import { toVisibleText } from '../text/visible-text.ts'
import { toShortPath } from '../tools/to-short-path.ts'
import type { ChangedFile } from './file-version.ts'

interface Props {
  files: readonly ChangedFile[]
  current: string | undefined
  projectPath: string | undefined
  onChoose: (key: string) => void
}

export function FileList({ files, current, projectPath, onChoose }: Props) {
  return (
    <section className="files-part">
      <h2 id="files-name">Files</h2>
      <ul className="plain-list choices" aria-labelledby="files-name">
        {files.map(({ key, path, versions }) => (
          <li key={key}>
            <button type="button" aria-current={key === current ? 'true' : undefined} onClick={() => onChoose(key)}>
              <span className="choice-name" title={toVisibleText(path ?? key)}>
                {toVisibleText(path === null ? `A copy without a name, ${key}` : toShortPath(path, projectPath))}
              </span>
              <span className="quiet">{versions.length === 1 ? '1 version' : `${versions.length} versions`}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
