import { useState } from 'react'
import type { FileSource, RuleInForce } from './read-rules.ts'

export type RulePlace = 'session' | FileSource

interface Props {
  isBusy: boolean
  /** Rules that allow something, and rules for the session alone: for the operator to permit. */
  mayConfigure: boolean
  isLive: boolean
  onAdd: (behavior: RuleInForce['behavior'], rule: string, place: RulePlace) => Promise<boolean>
}

const BEHAVIOURS = [
  ['deny', 'Never allow'],
  ['ask', 'Always ask about'],
  ['allow', 'Allow'],
] as const

const PLACES = [
  ['local', 'for you in this project'],
  ['project', 'for everyone in this project'],
  ['user', 'for you in every project'],
  ['session', 'for this session'],
] as const

/** A rule more. */
export function AddRule({ isBusy, mayConfigure, isLive, onAdd }: Props) {
  const [rule, setRule] = useState('')
  const [behavior, setBehavior] = useState<RuleInForce['behavior']>('deny')
  const [place, setPlace] = useState<RulePlace>('local')
  return (
    <form
      className="add-rule"
      aria-label="A new rule"
      onSubmit={async (event) => {
        event.preventDefault()
        if (await onAdd(behavior, rule.trim(), place)) setRule('')
      }}
    >
      <select
        className="field"
        aria-label="What it does"
        value={behavior}
        onChange={(event) => setBehavior(event.target.value as RuleInForce['behavior'])}
      >
        {BEHAVIOURS.filter(([value]) => value !== 'allow' || mayConfigure).map(([value, name]) => (
          <option key={value} value={value}>
            {name}
          </option>
        ))}
      </select>
      <input
        className="field"
        aria-label="Rule"
        placeholder="Bash(npm test:*)"
        value={rule}
        onChange={(event) => setRule(event.target.value)}
      />
      <select
        className="field"
        aria-label="Where it counts"
        value={place}
        onChange={(event) => setPlace(event.target.value as RulePlace)}
      >
        {PLACES.filter(([value]) => value !== 'session' || (mayConfigure && isLive)).map(([value, name]) => (
          <option key={value} value={value}>
            {name}
          </option>
        ))}
      </select>
      <button type="submit" className="button" disabled={rule.trim() === '' || isBusy}>
        Add
      </button>
    </form>
  )
}
