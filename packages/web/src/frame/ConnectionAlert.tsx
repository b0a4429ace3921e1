import { useLive } from './quarterdeck.ts'

/** Says that the server is not there, once that lasts; what is sent meanwhile is not lost. */
export function ConnectionAlert() {
  const connection = useLive((state) => state.connection)
  if (connection !== 'offline') return null
  return (
    <div className="connection" role="alert" aria-label="Connection">
      The connection to the server is lost. Trying again; what you send now goes out when it is back.
    </div>
  )
}
