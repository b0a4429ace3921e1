import type { Overview } from '@quarterdeck/transcript'
import { ContextMeter } from '../panels/ContextMeter.tsx'
import { CostGroup } from '../panels/CostGroup.tsx'
import { toModeText } from '../prompts/to-suggestion-text.ts'
import { toAge } from '../text/to-age.ts'
import { textOf } from '../tools/read-field.ts'

interface Props {
  overview: Overview
  status: string
  now: number
  onModel: (model: string) => void
  onMode: (mode: string) => void
}

const MODELS = ['opus', 'sonnet', 'haiku']
const MODES = ['default', 'acceptEdits', 'plan']

/** How the session fares, and what it works with. */
export function StatusLine({ overview, status, now, onModel, onMode }: Props) {
  const { about, usage, turn, context, silence, lastAt } = overview
  const models = [...new Set([...about.models.flatMap((model) => textOf(model, 'value') ?? []), ...MODELS])]
  const mode = about.permissionMode ?? 'default'
  return (
    <div className="status-line">
      <span role="status" aria-label="Session status" className={status.startsWith('awaiting') ? 'waits' : ''}>
        {status}
        {lastAt !== null && status !== 'disconnected' && ` · ${toAge(lastAt, now)}`}
        {/* Why nothing is heard; that it waits for a person, the status says itself. */}
        {status !== 'disconnected' && !['you', 'nothing'].includes(silence.waitsFor) && ` · ${silence.text}`}
      </span>
      <select aria-label="Model" value={about.model ?? ''} onChange={(event) => onModel(event.target.value)}>
        {[...new Set([about.model ?? '', ...models])].map((model) => (
          <option key={model} value={model}>
            {model === '' ? 'model of the CLI' : model}
          </option>
        ))}
      </select>
      <select aria-label="Permission mode" value={mode} onChange={(event) => onMode(event.target.value)}>
        {[...new Set([mode, ...MODES])].map((each) => (
          <option key={each} value={each}>
            {toModeText(each)}
          </option>
        ))}
      </select>
      <ContextMeter {...context} />
      <CostGroup usage={usage} turn={turn} />
    </div>
  )
}
