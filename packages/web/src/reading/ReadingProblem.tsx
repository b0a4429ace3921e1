import { useEffect, useEffectEvent, useRef } from 'react'
import { useLive } from '../frame/quarterdeck.ts'

interface Props {
  problem: string | null
  onRetry: () => void
}

/** Why something could not be read, and the way to try it again. It is tried by itself when the server is back. */
export function ReadingProblem({ problem, onRetry }: Props) {
  const isOnline = useLive((state) => state.connection === 'online')
  const wasOnline = useRef(isOnline)
  const retry = useEffectEvent(() => problem !== null && onRetry())
  useEffect(() => {
    if (isOnline && !wasOnline.current) retry()
    wasOnline.current = isOnline
  }, [isOnline])
  if (problem === null) return null
  return (
    <div className="reading-problem" role="alert">
      <p className="error">{problem}</p>
      <button type="button" className="button" onClick={onRetry}>
        Try again
      </button>
    </div>
  )
}
