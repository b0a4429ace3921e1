import { toVisibleText } from '../../text/visible-text.ts'
import type { Choice } from './model-choices.ts'

interface Props {
  name: string
  value: string
  choices: readonly Choice[]
  /** The first to give way where there is little room. */
  isSpare?: boolean
  onChoose: (value: string) => void
}

/** One thing that can be chosen in the status line. */
export function StatusChoice({ name, value, choices, isSpare = false, onChoose }: Props) {
  const chosen = choices.find((choice) => choice.value === value)
  const title = chosen === undefined ? name : `${name}: ${toVisibleText(chosen.label)}`
  return (
    <select
      className={isSpare ? 'spare' : undefined}
      aria-label={name}
      title={title}
      value={value}
      onChange={(event) => onChoose(event.target.value)}
    >
      {choices.map((choice) => (
        <option key={choice.value} value={choice.value}>
          {toVisibleText(choice.label)}
        </option>
      ))}
    </select>
  )
}
