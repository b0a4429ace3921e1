import type { DecidePermission } from '@quarterdeck/contract'
import type { Approval } from '@quarterdeck/transcript'
import { useId, useState } from 'react'

interface Props {
  approval: Approval
  onDecide: (decision: Omit<DecidePermission, 'request_id'>) => Promise<void>
}

/** What Claude wants to do, in full, and the two answers. It stays until the server says that it is resolved. */
export function ApprovalCard({ approval, onDecide }: Props) {
  const [reason, setReason] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const [isSending, setIsSending] = useState(false)
  const reasonId = useId()

  async function decide(decision: Omit<DecidePermission, 'request_id'>) {
    setIsSending(true)
    setProblem(null)
    try {
      await onDecide(decision)
    } catch (error) {
      setProblem((error as Error).message)
      setIsSending(false)
    }
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would draw and lay out differently in every browser
    <div className="approval" role="group" aria-label={`Approval: ${approval.toolName}`}>
      <h2>Claude wants to use {approval.toolName}</h2>
      {approval.reason && <p>{approval.reason}</p>}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard */}
      <pre tabIndex={0}>{toText(approval.input)}</pre>
      {problem && (
        <p className="error" role="alert">
          {problem}
        </p>
      )}
      <div className="row">
        <button
          type="button"
          className="button"
          disabled={isSending}
          onClick={() => decide({ behavior: 'deny', ...(reason === '' ? {} : { message: reason }) })}
        >
          Deny
        </button>
        <label className="visually-hidden" htmlFor={reasonId}>
          Reason
        </label>
        <input
          id={reasonId}
          className="field"
          placeholder="Reason, if you deny"
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
        <button
          type="button"
          className="button primary"
          disabled={isSending}
          onClick={() => decide({ behavior: 'allow' })}
        >
          Allow once
        </button>
      </div>
    </div>
  )
}

/** A command is shown as it will run; anything else as its fields, texts with their real line breaks. */
function toText(input: unknown): string {
  const fields = Object.entries((input ?? {}) as Record<string, unknown>)
  return fields
    .map(([name, value]) => {
      const text = typeof value === 'string' ? value : JSON.stringify(value, null, 2)
      return text.includes('\n') ? `${name}:\n${text}` : `${name}: ${text}`
    })
    .join('\n')
}
