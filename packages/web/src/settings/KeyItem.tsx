import type { KeyboardEvent } from 'react'
import { Kbd } from '../palette/Kbd.tsx'

interface Props {
  name: string
  keys: readonly string[]
  /** It is not the usual key. */
  isChanged: boolean
  /** The next key that is pressed is meant for it. */
  isAsked: boolean
  /** Why the key that was pressed is not taken. */
  problem: string | null
  onAsk: () => void
  onLeave: () => void
  onUsual: () => void
  onKeyDown: (event: KeyboardEvent) => void
}

export function KeyItem({ name, keys, isChanged, isAsked, problem, onAsk, onLeave, onUsual, onKeyDown }: Props) {
  return (
    <li>
      <span>
        {name}
        {isAsked && problem !== null && (
          <span className="error" role="alert">
            {' '}
            {problem}
          </span>
        )}
      </span>
      {isChanged && (
        <button type="button" className="small-button" onClick={onUsual}>
          Usual key <span className="visually-hidden">for {name}</span>
        </button>
      )}
      <button
        type="button"
        className="button"
        aria-pressed={isAsked}
        onClick={onAsk}
        onBlur={onLeave}
        onKeyDown={onKeyDown}
      >
        <span className="visually-hidden">
          Key for {name}: {keys.length === 0 ? 'none' : keys.join(' or ')}
        </span>
        {isAsked ? (
          ' Press a key…'
        ) : keys[0] === undefined ? (
          <span aria-hidden="true">none</span>
        ) : (
          <Kbd keys={keys[0]} />
        )}
      </button>
    </li>
  )
}
