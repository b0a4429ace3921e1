import type { Overview } from '@quarterdeck/transcript'
import { toModeText } from '../../cards/to-mode-text.ts'
import { ContextMeter } from '../../panels/ContextMeter.tsx'
import { CostGroup } from '../../panels/CostGroup.tsx'
import { toModelChoices } from './model-choices.ts'
import { useModes } from './modes.ts'
import { SessionStatus } from './SessionStatus.tsx'
import { StatusChoice } from './StatusChoice.tsx'
import { toThinkingChoices, toThinkingValue } from './thinking.ts'

interface Props {
  overview: Overview
  status: string
  now: number
  onModel: (model: string) => void
  onMode: (mode: string) => void
  onEffort: (effort: string) => void
  onThinking: (thinking: string) => void
}

/** How the session fares, and what it works with. */
export function StatusLine({ overview, status, now, onModel, onMode, onEffort, onThinking }: Props) {
  const { about, usage, turn, context } = overview
  const { models, model, efforts, thinking: can, hasAutoMode } = toModelChoices(about.models, about.model)
  const mode = about.permissionMode ?? 'default'
  const modes = useModes(mode, hasAutoMode)
  const thinking = toThinkingValue(about)
  const thinkings = toThinkingChoices(can)
  return (
    <div className="status-line">
      <div className="status-facts">
        <SessionStatus overview={overview} status={status} now={now} />
        <ContextMeter {...context} />
        <CostGroup usage={usage} turn={turn} />
      </div>
      <div className="status-choices">
        <StatusChoice name="Model" value={model} choices={models} onChoose={onModel} />
        <StatusChoice
          name="Permission mode"
          value={mode}
          choices={modes.map((each) => ({ value: each, label: toModeText(each) }))}
          onChoose={onMode}
        />
        {efforts.length > 0 && (
          <StatusChoice
            name="Effort"
            value={about.effort ?? ''}
            choices={['', ...efforts].map((value) => ({ value, label: `${value || 'usual'} effort` }))}
            onChoose={onEffort}
          />
        )}
        {thinkings.length > 1 && (
          <StatusChoice
            name="Thinking"
            // Where there is no room for it, it stands in the panels.
            isSpare={efforts.length > 0}
            value={thinkings.some(({ value }) => value === thinking) ? thinking : ''}
            choices={thinkings}
            onChoose={onThinking}
          />
        )}
      </div>
    </div>
  )
}
