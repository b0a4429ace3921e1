import { toVisibleText } from '../text/visible-text.ts'
import type { Choice } from './model-choices.ts'

interface Props {
  name: string
  value: string
  choices: readonly Choice[]
  onChoose: (value: string) => void
}

/** One thing that can be chosen in the status line. */
export function StatusChoice({ name, value, choices, onChoose }: Props) {
  const chosen = choices.find((choice) => choice.value === value)
  const title = chosen === undefined ? name : `${name}: ${toVisibleText(chosen.label)}`
  return (
    <select aria-label={name} title={title} value={value} onChange={(event) => onChoose(event.target.value)}>
      {choices.map((choice) => (
        <option key={choice.value} value={choice.value}>
          {toVisibleText(choice.label)}
        </option>
      ))}
    </select>
  )
}
