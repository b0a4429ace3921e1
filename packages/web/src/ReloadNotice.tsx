import { useEffect } from 'react'

const KEY = 'quarterdeck-reloaded-for'

/** Loads the page again by itself, once: a server that still says no then would have it loaded for ever. */
export function ReloadNotice({ message, version }: { message: string; version: string | null }) {
  const reason = `${version ?? ''} ${message}`
  useEffect(() => {
    if (sessionStorage.getItem(KEY) === reason) return
    sessionStorage.setItem(KEY, reason)
    location.reload()
  }, [reason])
  return (
    <div className="error" role="alert">
      <p>{message}</p>
      <button type="button" className="button" onClick={() => location.reload()}>
        Reload
      </button>
    </div>
  )
}
