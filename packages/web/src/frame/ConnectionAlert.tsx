import { useLive } from './quarterdeck.ts'

/** Says that the server is not there, once that lasts; what is sent meanwhile is not lost. */
export function ConnectionAlert() {
  const connection = useLive((state) => state.connection)
  const hasUpdate = useLive((state) => state.hasUpdate)
  if (connection === 'offline')
    return (
      <div className="connection" role="alert" aria-label="Connection">
        The connection to the server is lost. Trying again; what you send now goes out when it is back.
      </div>
    )
  if (connection !== 'reload' && !hasUpdate) return null
  return (
    <div className="connection" role="alert" aria-label="Update">
      The server was updated.{' '}
      <button type="button" className="small-button" onClick={() => location.reload()}>
        Reload the page
      </button>
    </div>
  )
}
