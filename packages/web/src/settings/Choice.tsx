import { useId } from 'react'

interface Props<Value extends string> {
  name: string
  options: readonly (readonly [Value, string])[]
  value: Value
  onChange: (value: Value) => void
}

/** One of a few, all of them to be seen. */
export function Choice<Value extends string>({ name, options, value, onChange }: Props<Value>) {
  const group = useId()
  return (
    <fieldset className="choice">
      <legend>{name}</legend>
      {options.map(([each, text]) => (
        <label key={each}>
          <input type="radio" name={group} checked={each === value} onChange={() => onChange(each)} />
          {text}
        </label>
      ))}
    </fieldset>
  )
}
