interface Props {
  name: string
  value: string
  min?: string
  max?: string
  onChange: (day: string) => void
}

/** A day, or none. */
export function DayField({ name, value, min, max, onChange }: Props) {
  return (
    <label className="day">
      {name}
      <input
        className="field"
        type="date"
        value={value}
        min={min}
        max={max}
        onChange={(event) => onChange(event.target.value)}
      />
    </label>
  )
}
