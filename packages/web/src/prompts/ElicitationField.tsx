import { useId } from 'react'
import { toVisibleText } from '../text/visible-text.ts'
import type { FormField } from './read-form.ts'

interface Props {
  field: FormField
  value: string
  onChange: (value: string) => void
}

export function ElicitationField({ field, value, onChange }: Props) {
  const id = useId()
  const hintId = useId()
  const common = { id, 'aria-describedby': hintId, 'aria-required': field.isRequired }
  return (
    <div className="form-field">
      <label htmlFor={id}>{toVisibleText(field.title)}</label>
      {field.kind === 'boolean' ? (
        <input
          {...common}
          type="checkbox"
          checked={value === 'true'}
          onChange={({ target }) => onChange(String(target.checked))}
        />
      ) : field.kind === 'choice' ? (
        <select {...common} className="field" value={value} onChange={({ target }) => onChange(target.value)}>
          <option value="">Choose…</option>
          {field.options.map((option) => (
            <option key={option.value} value={option.value}>
              {toVisibleText(option.label)}
            </option>
          ))}
        </select>
      ) : (
        <input
          {...common}
          className="field"
          type={field.inputType}
          inputMode={field.kind === 'text' ? undefined : 'decimal'}
          value={value}
          onChange={({ target }) => onChange(target.value)}
        />
      )}
      <span id={hintId} className="quiet">
        {field.description !== undefined && toVisibleText(field.description)}
      </span>
    </div>
  )
}
