import { useId, useState } from 'react'
import { isComposing } from '../../text/is-composing.ts'
import { toVisibleText } from '../../text/visible-text.ts'
import { listOf, textOf } from '../../tools/read-field.ts'
import { listDestinations, toOwnRule } from './own-rule.ts'
import type { RuleDraft } from './rule-draft.ts'
import { toPlaceText } from './to-suggestion-text.ts'

interface Props {
  suggestion: unknown
  draft: RuleDraft
  isDisabled: boolean
  mayAllow: boolean
  onChange: (draft: RuleDraft) => void
  onAllow: (rule: unknown) => void
  onClose: () => void
}

/** A rule that the CLI suggests, to be changed before it is kept. */
export function RuleForm({ suggestion, draft, isDisabled, mayAllow, onChange, onAllow, onClose }: Props) {
  const problemId = useId()
  const [isEmpty, setIsEmpty] = useState(false)
  const rules = listOf(suggestion, 'rules')

  function change(more: Partial<RuleDraft>) {
    setIsEmpty(false)
    onChange({ ...draft, ...more })
  }

  return (
    <form
      className="card-rule"
      aria-label="Change the rule"
      onSubmit={(event) => {
        event.preventDefault()
        const rule = toOwnRule(suggestion, draft)
        if (rule === null) setIsEmpty(true)
        else onAllow(rule)
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || isComposing(event)) return
        // It closes the form, and is no answer to the card.
        event.preventDefault()
        event.stopPropagation()
        onClose()
      }}
    >
      {rules.map((rule, at) => {
        const tool = toVisibleText(textOf(rule, 'toolName') ?? '')
        return textOf(rule, 'ruleContent') ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: a rule is its place
          <label key={at}>
            Always allow {tool}
            <input
              className="field"
              spellCheck={false}
              autoCapitalize="off"
              aria-invalid={isEmpty}
              aria-describedby={problemId}
              value={toVisibleText(draft.contents[at] ?? '')}
              onChange={({ target }) =>
                change({
                  contents: rules.map((_, index) => (index === at ? target.value : (draft.contents[index] ?? ''))),
                })
              }
            />
          </label>
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: a rule is its place
          <p key={at}>Always allow {tool}</p>
        )
      })}
      {isEmpty && (
        <p id={problemId} className="error" role="alert">
          A rule that says nothing would allow everything. Say what it is about.
        </p>
      )}
      <div className="card-rule-foot">
        <select
          className="field"
          aria-label="Where the rule is kept"
          value={draft.destination}
          onChange={({ target }) => change({ destination: target.value })}
        >
          {listDestinations(suggestion).map((destination) => (
            <option key={destination} value={destination}>
              {toPlaceText(destination)}
            </option>
          ))}
        </select>
        <button type="button" className="button" onClick={onClose}>
          Close
        </button>
        <button type="submit" className="button" disabled={isDisabled} aria-disabled={!mayAllow || undefined}>
          Always allow this
        </button>
      </div>
    </form>
  )
}
