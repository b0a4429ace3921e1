import { useId } from 'react'
import { toModeText } from '../cards/to-mode-text.ts'
import { usePreferences } from '../frame/preferences/use-preferences.ts'
import { useLive } from '../frame/quarterdeck.ts'
import { useAbout } from '../frame/use-about.ts'
import { useModes } from '../session/status/modes.ts'
import { textOf } from '../tools/read-field.ts'

/** Names that every CLI knows. */
const MODELS = ['opus', 'sonnet', 'haiku']
const EFFORTS = ['low', 'medium', 'high', 'xhigh', 'max']

interface Props {
  value: string
  problem?: string | null
  onChange: (value: string) => void
}

/** A model by its name; those that the CLI has told of are proposed. */
export function ModelField({ value, problem = null, onChange }: Props) {
  const id = useId()
  const { about } = useAbout()
  const rows = useLive((state) => state.rows)
  const told = about.models?.flatMap((model) => textOf(model, 'value') ?? []) ?? []
  const used = rows?.slice(0, 50).flatMap((row) => row.model ?? []) ?? []
  const names = [...new Set([...MODELS, ...told, ...used])].filter((name) => /^[\w.:[\]@/-]+$/.test(name))
  return (
    <label>
      Model
      <input
        className="field"
        list={id}
        placeholder="Default"
        autoCapitalize="off"
        autoComplete="off"
        spellCheck={false}
        aria-invalid={problem !== null}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
      <datalist id={id}>
        {names.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      {problem !== null && (
        <span className="error" role="alert">
          {problem}
        </span>
      )}
    </label>
  )
}

export function ModeField({ value, problem = null, onChange }: Props) {
  const { defaultMode } = usePreferences().preferences
  const modes = [...new Set([...useModes(value, true), ...(defaultMode === undefined ? [] : [defaultMode])])]
  return (
    <label>
      Permission mode
      <select className="field" value={value} onChange={(event) => onChange(event.target.value)}>
        {modes.map((mode) => (
          <option key={mode} value={mode}>
            {toSentence(toModeText(mode))}
          </option>
        ))}
      </select>
      {problem !== null && (
        <span className="error" role="alert">
          {problem}
        </span>
      )}
    </label>
  )
}

export function EffortField({ value, onChange }: Props) {
  return (
    <label>
      Effort
      <select className="field" value={value} onChange={(event) => onChange(event.target.value)}>
        <option value="">Default</option>
        {EFFORTS.map((effort) => (
          <option key={effort} value={effort}>
            {toSentence(effort)}
          </option>
        ))}
      </select>
    </label>
  )
}

function toSentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
