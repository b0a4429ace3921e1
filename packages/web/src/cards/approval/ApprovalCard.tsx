import type { Approval } from '@quarterdeck/transcript'
import { useEffect, useMemo, useRef } from 'react'
import { flushSync } from 'react-dom'
import { lazily } from '../../parts/lazily.ts'
import { isComposing } from '../../text/is-composing.ts'
import { toValueText, toVisibleText } from '../../text/visible-text.ts'
import { useAnswer } from '../answer/use-answer.ts'
import { useCardDraft } from '../answer/use-card-draft.ts'
import { CardFrame } from '../CardFrame.tsx'
import type { CardProps } from '../card-props.ts'
import { useSeenEnd } from '../use-seen-end.ts'
import { AlwaysAllow } from './AlwaysAllow.tsx'
import { ApprovalInput } from './ApprovalInput.tsx'
import { isBelow } from './is-below.ts'
import { NO_RULE, type RuleDraft } from './rule-draft.ts'
import { toAskingText, toSizeText } from './to-asking-text.ts'
import { useEditedInput } from './use-edited-input.ts'
import { useFileBefore } from './use-file-before.ts'

const RuleForm = lazily(async () => ({ default: (await import('./RuleForm.tsx')).RuleForm }))

/** The card of an approval: the whole input, and the answers. */
export function ApprovalCard(props: CardProps) {
  const { sessionId, approval, now, projectPath } = props
  const { isSending, problem, decide } = useAnswer(props)
  const [reason, setReason] = useCardDraft(approval.requestId, 'reason', '')
  const [stops, setStops] = useCardDraft(approval.requestId, 'stops', false)
  const [rule, setRule] = useCardDraft(approval.requestId, 'rule', NO_RULE)
  const edit = useEditedInput(approval)
  const end = useRef<HTMLDivElement>(null)
  const { before, isLoading } = useFileBefore(sessionId, approval)
  const hasSeen = useSeenEnd(end, before) && !isLoading
  // The card is drawn every second, and to compare two files takes a while.
  const size = useMemo(() => toSizeText(approval, before), [approval, before])
  const mayLast = !approval.isOnceOnly && approval.suggestions.length > 0

  const showEnd = () => end.current?.scrollIntoView({ block: 'nearest' })
  // The field takes room from what is asked, and so does the line below it once it is changed: the end, which stands above both, stays in sight.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change takes room as the beginning does
  useEffect(() => {
    if (edit.hasBegun) end.current?.scrollIntoView({ block: 'nearest' })
  }, [edit.hasBegun, edit.isChanged])

  function allow(updatedPermissions?: unknown) {
    if (!hasSeen) return showEnd()
    const updatedInput = edit.read()
    if (updatedInput === null) return
    decide({
      behavior: 'allow',
      ...(updatedInput !== undefined && { updatedInput }),
      ...(updatedPermissions !== undefined && { updatedPermissions: [updatedPermissions as { type: string }] }),
    })
  }

  /** Its fields come and go with it: one goes on in the first of them, or in the card. */
  async function changeRule(draft: RuleDraft) {
    await RuleForm.load()
    const card = end.current?.closest<HTMLElement>('.card')
    flushSync(() => setRule(draft))
    const field = card?.querySelector<HTMLElement>('.card-rule .field') ?? card
    field?.focus()
  }

  const deny = () =>
    decide({ behavior: 'deny', ...(reason !== '' && { message: reason }), ...(stops && { interrupt: true }) })

  return (
    <CardFrame
      name={`Approval: ${toVisibleText(approval.toolName)}`}
      title={toAskingText(approval, projectPath)}
      {...(size !== undefined && { more: size })}
      at={approval.at}
      now={now}
      problem={problem ?? edit.problem}
      isSending={isSending}
      onEscape={deny}
    >
      {props.agent && <p className="quiet">The agent “{toVisibleText(props.agent)}” waits for this.</p>}
      {hasOwnDescription(approval) && <p>{toValueText(approval.description)}</p>}
      {approval.reason && <p className="quiet">{toVisibleText(approval.reason)}</p>}
      {approval.blockedPath && <BlockedPath path={approval.blockedPath} projectPath={projectPath} />}
      {approval.needsCare && <p>Claude Code wants a person to look at this one: read it before you allow it.</p>}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what is long scrolls, by keyboard too */}
      <section className="card-input" aria-label="What is asked" tabIndex={0}>
        <ApprovalInput approval={approval} before={before} />
        <div ref={end} className="card-end" />
      </section>
      <textarea
        className={edit.hasBegun ? 'field card-edit begun' : 'field card-edit'}
        aria-label="Edit input"
        rows={1}
        spellCheck={false}
        // In the same place, so that nothing is pushed out of sight by the words that say so.
        placeholder={hasSeen ? 'Change it before allowing…' : 'Read to the end of it first…'}
        value={edit.text}
        onFocus={edit.begin}
        onChange={(event) => edit.change(event.target.value)}
      />
      {edit.isChanged && <p className="quiet">What stands in this field goes out, in the place of what was asked.</p>}
      {!hasSeen && <p className="visually-hidden">Read to the end of it first; Allow takes you there.</p>}
      <div className="card-deny">
        <input
          className="field"
          aria-label="Reason"
          placeholder="Reason, if you deny"
          value={reason}
          onChange={(event) => setReason(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && !isComposing(event)) deny()
          }}
        />
        <label className="card-stop">
          <input type="checkbox" checked={stops} onChange={(event) => setStops(event.target.checked)} />
          Stop the turn
        </label>
      </div>
      {mayLast && approval.suggestions[rule.at] !== undefined && (
        <RuleForm
          suggestion={approval.suggestions[rule.at]}
          draft={rule}
          isDisabled={isSending}
          mayAllow={hasSeen}
          onChange={setRule}
          onAllow={allow}
          onClose={() => changeRule(NO_RULE)}
        />
      )}
      <div className="card-buttons">
        <button type="button" className="button" disabled={isSending} onClick={deny}>
          Deny
        </button>
        <span className="spacer" />
        {mayLast && (
          <AlwaysAllow
            suggestions={approval.suggestions}
            isDisabled={isSending}
            mayAllow={hasSeen}
            onEarly={showEnd}
            onChoose={allow}
            onChange={changeRule}
          />
        )}
        <button
          type="button"
          className={approval.needsCare ? 'button' : 'button primary'}
          disabled={isSending}
          aria-disabled={!hasSeen || undefined}
          onClick={() => allow()}
        >
          Allow once
        </button>
      </div>
    </CardFrame>
  )
}

/** The CLI names a path that it asks because of, which may be one of the project's own. */
function BlockedPath({ path, projectPath }: { path: string; projectPath: string | undefined }) {
  const name = <code>{toVisibleText(path)}</code>
  if (projectPath === undefined || isBelow(path, projectPath)) return <p>Claude Code asks because of {name}.</p>
  return <p>It reaches {name}, which is outside of what it may touch.</p>
}

/** Newer CLIs describe a command by the command itself, or by its beginning, and a file by its name. */
function hasOwnDescription({ description, input }: Approval): boolean {
  if (description === undefined) return false
  const words = description.replace(/(?:…|\.\.\.)$/, '').trim()
  return !Object.values((input ?? {}) as object).some(
    (value) => typeof value === 'string' && (value.startsWith(words) || value.endsWith(`/${words}`)),
  )
}
