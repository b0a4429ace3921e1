export function ConnectionAlert() {
  return (
    <div className="connection" role="alert" aria-label="Connection">
      The connection to the server is lost. Trying again.
    </div>
  )
}
