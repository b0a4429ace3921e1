import { useId } from 'react'

interface Props {
  name: string
  /** An explanation, where the name does not say all. */
  hint?: string
  isOn: boolean
  onChange: (isOn: boolean) => void
}

export function Toggle({ name, hint, isOn, onChange }: Props) {
  const id = useId()
  return (
    <div className="toggle">
      <label>
        <input
          type="checkbox"
          checked={isOn}
          aria-describedby={hint === undefined ? undefined : id}
          onChange={(event) => onChange(event.target.checked)}
        />
        {name}
      </label>
      {hint !== undefined && (
        <p id={id} className="quiet">
          {hint}
        </p>
      )}
    </div>
  )
}
