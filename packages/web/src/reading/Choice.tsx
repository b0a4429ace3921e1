import { memo } from 'react'
import { toVisibleText } from '../text/visible-text.ts'

interface Props {
  name: string
  /** Which field of the address it is. */
  field: string
  value: string
  /** What stands for no choice, such as `All projects`. */
  all: string
  options: readonly { value: string; label: string }[]
  onChange: (changes: Record<string, string>) => void
}

/** One filter of a list. A value that no option has any more, such as one of the address, stays to be seen and undone. Hundreds of options are not drawn again at every key. */
export const Choice = memo(function Choice({ name, field, value, all, options, onChange }: Props) {
  const isKnown = value === '' || options.some((option) => option.value === value)
  return (
    <select
      className="field filter-choice"
      aria-label={name}
      value={value}
      data-chosen={value !== ''}
      onChange={(event) => onChange({ [field]: event.target.value })}
    >
      <option value="">{all}</option>
      {!isKnown && <option value={value}>{toVisibleText(value)}</option>}
      {options.map(({ value: each, label }) => (
        <option key={each} value={each}>
          {toVisibleText(label)}
        </option>
      ))}
    </select>
  )
})
