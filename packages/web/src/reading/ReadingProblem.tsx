interface Props {
  problem: string | null
  onRetry: () => void
}

/** Why something could not be read, and the way to try it again. */
export function ReadingProblem({ problem, onRetry }: Props) {
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
