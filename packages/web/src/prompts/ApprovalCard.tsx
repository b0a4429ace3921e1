import type { Approval } from '@quarterdeck/transcript'
import { useRef, useState } from 'react'
import { toValueText } from '../text/visible-text.ts'
import { AlwaysAllow } from './AlwaysAllow.tsx'
import { ApprovalInput } from './ApprovalInput.tsx'
import type { PromptProps } from './PromptCard.tsx'
import { PromptFrame } from './PromptFrame.tsx'
import { parseEditedInput } from './parse-edited-input.ts'
import { toAskingText } from './to-asking-text.ts'
import { useDecision } from './use-decision.ts'
import { useSeenEnd } from './use-seen-end.ts'

/** What Claude wants to do, in full, and the answers. */
export function ApprovalCard({ approval, onDecide, now }: PromptProps) {
  const { isSending, problem, decide } = useDecision(onDecide)
  const [reason, setReason] = useState('')
  const [stops, setStops] = useState(false)
  const edit = useEditedInput(approval)
  const end = useRef<HTMLDivElement>(null)
  const hasSeen = useSeenEnd(end)

  function allow(updatedPermissions?: unknown) {
    if (!hasSeen) return end.current?.scrollIntoView({ block: 'nearest' })
    const updatedInput = edit.read()
    if (updatedInput === null) return
    decide({
      behavior: 'allow',
      ...(updatedInput !== undefined && { updatedInput }),
      ...(updatedPermissions !== undefined && { updatedPermissions: [updatedPermissions as { type: string }] }),
    })
  }

  const deny = () =>
    decide({ behavior: 'deny', ...(reason !== '' && { message: reason }), ...(stops && { interrupt: true }) })

  return (
    <PromptFrame
      name={`Approval: ${approval.toolName}`}
      title={toAskingText(approval)}
      at={approval.at}
      now={now}
      problem={problem ?? edit.problem}
      onEscape={deny}
    >
      {hasOwnDescription(approval) && <p>{approval.description}</p>}
      {approval.reason && <p className="quiet">{approval.reason}</p>}
      {approval.blockedPath && (
        <p>
          It reaches <code>{toValueText(approval.blockedPath)}</code>, which is outside of what it may touch.
        </p>
      )}
      <div className="prompt-input">
        <ApprovalInput approval={approval} />
        <div ref={end} className="prompt-end" />
      </div>
      <textarea
        className="field prompt-edit"
        aria-label="Edit input"
        rows={1}
        spellCheck={false}
        placeholder="Change the input before you allow it"
        value={edit.text}
        onFocus={edit.begin}
        onChange={(event) => edit.change(event.target.value)}
      />
      {!hasSeen && <p className="quiet">Read to the end of it first; Allow takes you there.</p>}
      <div className="row">
        <button type="button" className="button" disabled={isSending} onClick={deny}>
          Deny
        </button>
        <input
          className="field prompt-reason"
          aria-label="Reason"
          placeholder="Reason, if you deny"
          value={reason}
          onChange={(event) => setReason(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && !event.nativeEvent.isComposing) deny()
          }}
        />
        <label className="prompt-stop">
          <input type="checkbox" checked={stops} onChange={(event) => setStops(event.target.checked)} />
          Stop the turn
        </label>
        {!approval.isOnceOnly && approval.suggestions.length > 0 && (
          <AlwaysAllow suggestions={approval.suggestions} isDisabled={isSending} onChoose={allow} />
        )}
        <button
          type="button"
          className={approval.needsCare ? 'button' : 'button primary'}
          disabled={isSending}
          aria-disabled={!hasSeen}
          onClick={() => allow()}
        >
          Allow once
        </button>
      </div>
    </PromptFrame>
  )
}

/** The input as text that can be changed; left as it is, it goes out as it came. */
function useEditedInput({ input, toolName }: Approval) {
  const original = toEditableText(input)
  const [text, setText] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  return {
    text,
    problem,
    /** Whoever goes there finds the input; before that it would only stand there twice. */
    begin: () => setText((now) => (now === '' ? original : now)),
    change(next: string) {
      setText(next)
      setProblem(null)
    },
    /** The changed input, undefined where nothing was changed, null where it cannot be read. */
    read(): Record<string, unknown> | undefined | null {
      if (text === original || text.trim() === '') return undefined
      const edited = parseEditedInput(text, toolName, input)
      setProblem(edited.ok ? null : edited.problem)
      return edited.ok ? edited.input : null
    },
  }
}

function toEditableText(input: unknown): string {
  try {
    return JSON.stringify(input ?? {}, null, 2)
  } catch {
    return ''
  }
}

/** Newer CLIs describe a command by the command itself, or by its beginning. */
function hasOwnDescription({ description, input }: Approval): boolean {
  if (description === undefined) return false
  const words = description.replace(/(?:…|\.\.\.)$/, '').trim()
  return !Object.values((input ?? {}) as object).some((value) => typeof value === 'string' && value.startsWith(words))
}
