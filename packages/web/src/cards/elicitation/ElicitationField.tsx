import { type ReactNode, useEffect, useId, useRef } from 'react'
import { toVisibleText } from '../../text/visible-text.ts'
import type { FormField } from './form-field.ts'
import { toLimitHint } from './form-limits.ts'
import { joinChoices, splitChoices } from './read-form.ts'

interface Props {
  field: FormField
  value: string
  /** Why the form was not sent: another one each time that it was not. */
  complaint: { problem: string } | null
  onChange: (value: string) => void
}

export function ElicitationField({ field, value, complaint, onChange }: Props) {
  const whole = useRef<HTMLDivElement>(null)
  // A form may be longer than its card: what is wrong must not stand where nobody looks.
  useEffect(() => {
    if (complaint === null) return
    whole.current?.querySelector<HTMLElement>('input, select')?.focus({ preventScroll: true })
    whole.current?.scrollIntoView({ block: 'center' })
  }, [complaint])
  const id = useId()
  const hintId = useId()
  const common = {
    id,
    'aria-describedby': hintId,
    'aria-required': field.isRequired,
    'aria-invalid': complaint !== null,
  }
  const title = toVisibleText(field.title)
  const name = (
    <>
      {title}
      {!field.isRequired && field.kind !== 'boolean' && <span className="quiet"> (may stay empty)</span>}
    </>
  )
  return (
    <div ref={whole} className="form-field">
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
      {complaint !== null && (
        <p className="error" role="alert">
          {toVisibleText(complaint.problem)}
        </p>
      )}
    </div>
  )
}

function Choices({
  field,
  value,
  onChange,
  legend,
  hintId,
}: Omit<Props, 'complaint'> & { legend: ReactNode; hintId: string }) {
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
