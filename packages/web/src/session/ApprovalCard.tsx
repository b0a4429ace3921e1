import type { DecidePermission } from '@quarterdeck/contract'
import type { Approval } from '@quarterdeck/transcript'
import { type KeyboardEvent, useId, useState } from 'react'
import { toValueText, toVisibleText } from '../text/visible-text.ts'

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

  const deny = () => decide({ behavior: 'deny', ...(reason === '' ? {} : { message: reason }) })

  /** Escape in the card is a no to the card, and not a stop of the turn. */
  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Escape' || isSending) return
    event.stopPropagation()
    void deny()
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would draw and lay out differently in every browser
    <div className="approval" role="group" aria-label={`Approval: ${approval.toolName}`} onKeyDown={onKeyDown}>
      <h2 role="alert">Claude wants to use {approval.toolName}</h2>
      {approval.reason && <p>{approval.reason}</p>}
      <InputView input={approval.input} />
      {problem && (
        <p className="error" role="alert">
          {problem}
        </p>
      )}
      <div className="row">
        <button type="button" className="button" disabled={isSending} onClick={deny}>
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
          onKeyDown={(event) => {
            if (event.key === 'Enter' && !event.nativeEvent.isComposing && !isSending) void deny()
          }}
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

/** Fields that say what will happen stand before those that only describe it. */
const FIRST = ['command', 'file_path', 'notebook_path', 'url', 'path', 'pattern']

/** Every field as an element of its own: no text inside one can pass for another. */
function InputView({ input }: { input: unknown }) {
  const fields = Object.entries((input ?? {}) as Record<string, unknown>)
  const rank = (name: string) => (FIRST.includes(name) ? FIRST.indexOf(name) : FIRST.length)
  return (
    <dl>
      {fields
        .sort(([a], [b]) => rank(a) - rank(b))
        .map(([name, value]) => (
          <div key={name}>
            <dt>{toVisibleText(name)}</dt>
            <dd>
              <pre>{toValueText(value)}</pre>
            </dd>
          </div>
        ))}
    </dl>
  )
}
