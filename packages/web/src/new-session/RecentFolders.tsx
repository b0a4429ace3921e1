import { useLive } from '../frame/quarterdeck.ts'
import { toFolderName } from '../text/to-folder-name.ts'
import { toVisibleText } from '../text/visible-text.ts'

const SHOWN = 5

/** The folders that were worked in last, one tap away. */
export function RecentFolders({ current, onChoose }: { current: string; onChoose: (path: string) => void }) {
  const rows = useLive((state) => state.rows)
  const recent = [...new Set(rows?.map((row) => row.projectPath))].filter((path) => path !== current).slice(0, SHOWN)
  if (recent.length === 0) return null
  return (
    <ul className="recent-folders" aria-label="Recent projects">
      {recent.map((path) => (
        <li key={path}>
          <button type="button" title={toVisibleText(path)} onClick={() => onChoose(path)}>
            {toFolderName(path)}
          </button>
        </li>
      ))}
    </ul>
  )
}
