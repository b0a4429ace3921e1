import { useLive } from '../frame/quarterdeck.ts'
import type { Draft, DraftField, StartProblem } from './draft.ts'

interface Props {
  draft: Draft
  problem: StartProblem | null
  onChange: (field: DraftField, value: string) => void
}

const LINES: readonly (readonly [DraftField, string, string])[] = [
  ['addDirs', 'Further folders, one a line', '/home/you/library'],
  ['allowedTools', 'Tools that need no asking, one a line', 'Bash(npm test *)'],
  ['disallowedTools', 'Tools that are not there, one a line', 'WebFetch'],
  ['appendSystemPrompt', 'Added to the system prompt', ''],
  ['systemPrompt', 'In the place of the system prompt', ''],
]
/** With these a session could be made to run other programs, so that the operator has to permit them. */
const CONFIGURATION: typeof LINES = [
  ['mcpConfig', 'MCP servers, as JSON', '{"mcpServers": {"desk": {"command": "desk-server"}}}'],
  ['agents', 'Agents by name, as JSON', '{"reviewer": {"description": "Reads changes", "prompt": "You review."}}'],
  ['settings', 'Settings over your own, as JSON', '{"includeCoAuthoredBy": false}'],
  ['pluginDirs', 'Folders of plugins, one a line', '/home/you/plugin'],
]

/** Options that most sessions never need. */
export function AdvancedFields({ draft, problem, onChange }: Props) {
  const mayConfigure = useLive(({ allows }) => allows.config)
  const fields = mayConfigure ? [...LINES, ...CONFIGURATION] : LINES
  const all: readonly DraftField[] = ['maxTurns', 'maxBudgetUsd', ...fields.map(([field]) => field)]
  const isWrong = (field: DraftField) => problem?.field === field
  const isUsed = all.some((field) => draft[field] !== '' || isWrong(field))
  const say = (field: DraftField) =>
    isWrong(field) && (
      <span className="error" role="alert">
        {problem?.text}
      </span>
    )
  return (
    <details className="advanced" open={isUsed || undefined}>
      <summary>Advanced</summary>
      <div className="two">
        <label>
          Most turns
          <input
            className="field"
            inputMode="numeric"
            value={draft.maxTurns}
            aria-invalid={isWrong('maxTurns')}
            onChange={(event) => onChange('maxTurns', event.target.value)}
          />
          {say('maxTurns')}
        </label>
        <label>
          Budget in dollars
          <input
            className="field"
            inputMode="decimal"
            value={draft.maxBudgetUsd}
            aria-invalid={isWrong('maxBudgetUsd')}
            onChange={(event) => onChange('maxBudgetUsd', event.target.value)}
          />
          {say('maxBudgetUsd')}
        </label>
      </div>
      {fields.map(([field, name, example]) => (
        <label key={field}>
          {name}
          <textarea
            className="field mono"
            rows={2}
            spellCheck={false}
            placeholder={example}
            value={draft[field]}
            aria-invalid={isWrong(field)}
            onChange={(event) => onChange(field, event.target.value)}
          />
          {say(field)}
        </label>
      ))}
    </details>
  )
}
