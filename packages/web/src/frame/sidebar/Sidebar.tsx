import { Kbd } from '../../palette/Kbd.tsx'
import { Badge } from '../Badge.tsx'
import { useLive } from '../quarterdeck.ts'
import { Skeleton } from '../Skeleton.tsx'
import { useNow } from '../use-now.ts'
import { useWaiting } from '../use-waiting.ts'
import { views } from '../views.ts'
import { ProjectList } from './ProjectList.tsx'
import { SessionList } from './SessionList.tsx'
import { ViewLinks } from './ViewLinks.tsx'

interface Props {
  current: string | undefined
  onNew: () => void
  onPalette: () => void
}

/** The views that are used most; the others stand below. */
const FIRST = ['Inbox', 'Search']

export function Sidebar({ current, onNew, onPalette }: Props) {
  const rows = useLive((state) => state.rows)
  const isDemo = useLive((state) => state.isDemo)
  const waiting = useWaiting()
  const now = useNow(15_000)
  const isFirst = ({ name }: { name: string }) => FIRST.includes(name)
  return (
    <nav className="sidebar" aria-label="Quarterdeck">
      <p className="brand">Quarterdeck{isDemo && ' demo'}</p>
      {isDemo && <p className="demo">A scripted agent and sample projects. Nothing here is real.</p>}
      <ViewLinks
        className="views"
        views={views.filter(isFirst)}
        toMark={({ name }) => name === 'Inbox' && <Badge count={waiting} />}
      />
      <button type="button" className="side-jump" aria-keyshortcuts="Control+K" onClick={onPalette}>
        Find anything <Kbd keys="Mod+k" />
      </button>
      <div className="side-scroll">
        {rows === null && <Skeleton lines={8} label="Reading the sessions" />}
        {rows?.length === 0 && <p className="side-note">No sessions yet. The first one you start stands here.</p>}
        <SessionList rows={rows ?? []} current={current} now={now} />
        <ProjectList current={current} now={now} />
      </div>
      <div className="side-foot">
        <button type="button" className="button side-new" onClick={onNew}>
          <span aria-hidden="true">+</span> New session
        </button>
        <ViewLinks className="views-row" views={views.filter((view) => !isFirst(view))} />
      </div>
    </nav>
  )
}
