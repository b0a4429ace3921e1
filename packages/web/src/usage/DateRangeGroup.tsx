import { RANGES } from './date-range.ts'

interface Props {
  fields: Readonly<Record<string, string>>
  onChange: (changes: Record<string, string>) => void
}

export function DateRangeGroup({ fields, onChange }: Props) {
  const { range = '7', since = '', until = '' } = fields
  return (
    <fieldset className="ranges">
      <legend className="visually-hidden">Date range</legend>
      {RANGES.map(({ value, name }) => (
        <label key={value} className="range">
          <input
            type="radio"
            name="range"
            value={value}
            checked={range === value}
            onChange={() => onChange({ range: value, since: '', until: '' })}
          />
          {name}
        </label>
      ))}
      {range === 'own' && (
        <>
          <label className="day">
            From
            <input
              className="field"
              type="date"
              value={since}
              max={until}
              onChange={(event) => onChange({ since: event.target.value })}
            />
          </label>
          <label className="day">
            To
            <input
              className="field"
              type="date"
              value={until}
              min={since}
              onChange={(event) => onChange({ until: event.target.value })}
            />
          </label>
        </>
      )}
    </fieldset>
  )
}
