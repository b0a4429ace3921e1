interface Props {
  name: string
  value: string
  /** What stands for no choice, such as `All projects`. */
  all: string
  options: readonly { value: string; label: string }[]
  onChange: (value: string) => void
}

/** One filter of a list. A value that no option has any more, such as one of the address, stays to be seen and undone. */
export function Choice({ name, value, all, options, onChange }: Props) {
  const isKnown = value === '' || options.some((option) => option.value === value)
  return (
    <select
      className="field choice"
      aria-label={name}
      value={value}
      data-chosen={value !== ''}
      onChange={(event) => onChange(event.target.value)}
    >
      <option value="">{all}</option>
      {!isKnown && <option value={value}>{value}</option>}
      {options.map(({ value: each, label }) => (
        <option key={each} value={each}>
          {label}
        </option>
      ))}
    </select>
  )
}
