import type { SessionProblem } from './use-session-actions.ts'

interface Props {
  /** Problems of the session itself. */
  problems: readonly { message: string }[]
  /** The failure of the last action. */
  problem: SessionProblem | null
  /** An action that leaves no trace on the page, such as a copy. */
  confirmation: string | null
  isLookingBack: boolean
  isOtherBranch: boolean
  showsEverything: boolean
  onDismiss: () => void
  onCurrentBranch: () => void
  onLess: () => void
}

/** The notices above a session: problems, and that it is not seen as usual. */
export function SessionNotices(props: Props) {
  const { problems, problem, confirmation, isLookingBack, isOtherBranch, showsEverything } = props
  return (
    <>
      {problems.map(({ message }) => (
        <p key={message} className="notice error" role="alert">
          {message}
        </p>
      ))}
      {problem !== null && (
        <div className="notice" role="alert">
          <span className="error">{problem.message}</span>
          {problem.again !== undefined && (
            <button type="button" className="button" onClick={problem.again.run}>
              {problem.again.name}
            </button>
          )}
          <button type="button" className="small-button" onClick={props.onDismiss}>
            Dismiss
          </button>
        </div>
      )}
      {isLookingBack && <p className="notice quiet">Looking for the message of this link…</p>}
      {isOtherBranch && (
        <p className="notice">
          This is another branch of the conversation.
          <button type="button" className="small-button" onClick={props.onCurrentBranch}>
            Back to the current one
          </button>
        </p>
      )}
      {showsEverything && (
        <p className="notice quiet">
          Everything is shown, also lines for Claude alone, hooks and what was rewound.
          <button type="button" className="small-button" onClick={props.onLess}>
            Show less
          </button>
        </p>
      )}
      <span role="status" className="visually-hidden">
        {confirmation ?? ''}
      </span>
      {confirmation !== null && (
        <span key={confirmation} className="toast" aria-hidden="true">
          {confirmation.replace(/ at .*/, '')}
        </span>
      )}
    </>
  )
}
