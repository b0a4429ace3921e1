interface Props {
  problem: string | null
  isLoading?: boolean
  /** The finished action in words. */
  done?: string | null
}

/** How it stands with what a panel has asked for, or has done. */
export function ActionOutcome({ problem, isLoading = false, done = null }: Props) {
  if (problem !== null)
    return (
      <p className="error" role="alert">
        {problem}
      </p>
    )
  if (isLoading) return <p className="quiet">One moment…</p>
  return (
    <p className="quiet" role="status">
      {done}
    </p>
  )
}
