import { type ReactNode, useId } from 'react'
import { toVisibleText } from '../text/visible-text.ts'
import { toLimitHint } from './form-limits.ts'
import { type FormField, joinChoices, splitChoices } from './read-form.ts'

interface Props {
  field: FormField
  value: string
  onChange: (value: string) => void
}

export function ElicitationField({ field, value, onChange }: Props) {
  const id = useId()
  const hintId = useId()
  const common = { id, 'aria-describedby': hintId, 'aria-required': field.isRequired }
  const title = toVisibleText(field.title)
  const name = (
    <>
      {title}
      {!field.isRequired && field.kind !== 'boolean' && <span className="quiet"> (may stay empty)</span>}
    </>
  )
  return (
    <div className="form-field">
      {field.kind === 'boolean' ? (
        <label className="form-check">
          <input
            {...common}
            type="checkbox"
            checked={value === 'true'}
            onChange={({ target }) => onChange(String(target.checked))}
          />
          {name}
        </label>
      ) : field.kind === 'choices' ? (
        <Choices field={field} value={value} onChange={onChange} legend={name} hintId={hintId} />
      ) : (
        <label htmlFor={id}>{name}</label>
      )}
      {field.kind === 'choice' && (
        <select {...common} className="field" value={value} onChange={({ target }) => onChange(target.value)}>
          <option value="">Choose…</option>
          {field.options.map((option) => (
            <option key={option.value} value={option.value}>
              {toVisibleText(option.label)}
            </option>
          ))}
        </select>
      )}
      {(field.kind === 'text' || field.kind === 'number' || field.kind === 'integer') && (
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
        {toVisibleText([field.description ?? '', toLimitHint(field)].filter((words) => words !== '').join(' '))}
      </span>
    </div>
  )
}

function Choices({ field, value, onChange, legend, hintId }: Props & { legend: ReactNode; hintId: string }) {
  const chosen = splitChoices(value)
  return (
    <fieldset aria-describedby={hintId}>
      <legend>{legend}</legend>
      {field.options.map((option) => (
        <label key={option.value} className="form-check">
          <input
            type="checkbox"
            checked={chosen.includes(option.value)}
            onChange={({ target }) =>
              onChange(
                joinChoices(
                  field.options
                    .map((each) => each.value)
                    .filter((each) => (each === option.value ? target.checked : chosen.includes(each))),
                ),
              )
            }
          />
          {toVisibleText(option.label)}
        </label>
      ))}
    </fieldset>
  )
}
