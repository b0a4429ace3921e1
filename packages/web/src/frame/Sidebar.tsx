import { Link, useLocation } from 'wouter'
import { PushPanel } from '../push/PushPanel.tsx'
import type { PushDevice } from '../push/push-device.ts'
import { ReloadNotice } from '../ReloadNotice.tsx'
import { useLive } from './quarterdeck.ts'
import { SessionList } from './SessionList.tsx'
import { useNow } from './use-now.ts'
import { views } from './views.ts'

interface Props {
  current: string | undefined
  device: PushDevice
  onNew: () => void
}

export function Sidebar({ current, device, onNew }: Props) {
  const reload = useLive((state) => state.reload)
  const version = useLive((state) => state.version)
  const rows = useLive((state) => state.rows)
  const isDemo = useLive((state) => state.isDemo)
  const waiting = useLive((state) => state.inbox.filter((item) => item.requestId !== undefined).length)
  const [location] = useLocation()
  const now = useNow(15_000)
  return (
    <nav className="sidebar" aria-label="Quarterdeck">
      <p className="brand">Quarterdeck{isDemo && ' demo'}</p>
      {isDemo && <p className="demo">A scripted agent and sample projects. Nothing here is real.</p>}
      {reload !== null && <ReloadNotice message={reload} version={version} />}
      <ul className="views">
        {views.map(({ href, name }) => (
          <li key={href}>
            <Link href={href} aria-current={location === href ? 'page' : undefined}>
              {name}
            </Link>
            {name === 'Inbox' && waiting > 0 && (
              <span className="badge" aria-hidden="true">
                {waiting}
              </span>
            )}
          </li>
        ))}
      </ul>
      <button type="button" className="button" onClick={onNew}>
        New session
      </button>
      {rows === null && <p className="quiet">Reading the sessions…</p>}
      {rows?.length === 0 && <p className="quiet">No sessions yet.</p>}
      <SessionList rows={rows ?? []} current={current} now={now} />
      <PushPanel device={device} />
    </nav>
  )
}
