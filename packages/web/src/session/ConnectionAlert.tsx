import { useEffect, useState } from 'react'

/** Waits a second before it speaks: a short break is nobody's business. */
export function ConnectionAlert() {
  const [isLong, setIsLong] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setIsLong(true), 1000)
    return () => clearTimeout(timer)
  }, [])
  if (!isLong) return null
  return (
    <div className="connection" role="alert" aria-label="Connection">
      The connection to the server is lost. Trying again.
    </div>
  )
}
