import { useState } from 'react'
import type { RuleInForce } from './read-rules.ts'

interface Props {
  isBusy: boolean
  onAdd: (behavior: RuleInForce['behavior'], rule: string) => void
}

/** A rule for this session. */
export function AddRule({ isBusy, onAdd }: Props) {
  const [rule, setRule] = useState('')
  const [behavior, setBehavior] = useState<RuleInForce['behavior']>('allow')
  return (
    <form
      className="row add-rule"
      aria-label="A rule for this session"
      onSubmit={(event) => {
        event.preventDefault()
        onAdd(behavior, rule.trim())
        setRule('')
      }}
    >
      <select
        className="field"
        aria-label="What it does"
        value={behavior}
        onChange={(event) => setBehavior(event.target.value as RuleInForce['behavior'])}
      >
        <option value="allow">Allow</option>
        <option value="ask">Ask about</option>
        <option value="deny">Never allow</option>
      </select>
      <input
        className="field"
        aria-label="Rule"
        placeholder="Bash(npm test:*)"
        value={rule}
        onChange={(event) => setRule(event.target.value)}
      />
      <button type="submit" className="button" disabled={rule.trim() === '' || isBusy}>
        Add
      </button>
    </form>
  )
}
