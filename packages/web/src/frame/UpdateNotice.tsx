import { useEffect, useState } from 'react'
import { ReloadNotice } from '../ReloadNotice.tsx'
import { useLive } from './quarterdeck.ts'

/** The server is another version than the one this page came from. Where they still understand each other, the person says when. */
export function UpdateNotice() {
  const reload = useLive((state) => state.reload)
  const version = useLive((state) => state.version)
  const [first, setFirst] = useState(version)
  useEffect(() => setFirst((before) => before ?? version), [version])
  if (reload !== null) return <ReloadNotice message={reload} version={version} />
  if (first === null || version === null || first === version) return null
  return (
    <div className="update-notice" role="status">
      <p>The server was updated to version {version}. Load the page again to use what is new; nothing is lost.</p>
      <button type="button" className="button" onClick={() => location.reload()}>
        Reload
      </button>
    </div>
  )
}
