import { DayField } from '../reading/DayField.tsx'
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
          <DayField name="From" value={since} max={until} onChange={(since) => onChange({ since })} />
          <DayField name="To" value={until} min={since} onChange={(until) => onChange({ until })} />
        </>
      )}
    </fieldset>
  )
}
