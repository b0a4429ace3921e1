import type { Overview } from '@quarterdeck/transcript'
import { useState } from 'react'
import { ContextMeter } from '../panels/ContextMeter.tsx'
import { CostGroup } from '../panels/CostGroup.tsx'
import { toModeText } from '../prompts/to-suggestion-text.ts'
import { toAge } from '../text/to-age.ts'
import { toModelChoices } from './model-choices.ts'
import { MODES } from './modes.ts'
import { StatusChoice } from './StatusChoice.tsx'

interface Props {
  overview: Overview
  status: string
  now: number
  onModel: (model: string) => void
  onMode: (mode: string) => void
  onEffort: (effort: string) => void
  /** How many tokens it may think with; null leaves it to the CLI. */
  onThinking: (tokens: number | null) => void
}

const THINKING = [
  { value: '', label: 'Thinking as it likes' },
  { value: '0', label: 'No thinking' },
  { value: '4000', label: 'Some thinking' },
  { value: '10000', label: 'Much thinking' },
  { value: '31999', label: 'Most thinking' },
]

/** How the session fares, and what it works with. */
export function StatusLine({ overview, status, now, onModel, onMode, onEffort, onThinking }: Props) {
  const { about, usage, turn, context, silence, lastAt } = overview
  const { models, model, efforts, hasAutoMode } = toModelChoices(about.models, about.model)
  const mode = about.permissionMode ?? 'default'
  const modes = [...new Set([mode, ...MODES, ...(hasAutoMode ? ['auto'] : [])])]
  // With how many tokens it thinks, the CLI never says.
  const [thinking, setThinking] = useState('')
  return (
    <div className="status-line">
      <div className="status-facts">
        <span className={status.startsWith('awaiting') ? 'status-said waits' : 'status-said'}>
          {/* Said aloud whenever it changes: what changes every second stands beside it. */}
          <span role="status" aria-label="Session status">
            {status}
          </span>
          {lastAt !== null && status !== 'disconnected' && ` · ${toAge(lastAt, now)}`}
          {/* Why nothing is heard; that it waits for a person, the status says itself. */}
          {status !== 'disconnected' && !['you', 'nothing'].includes(silence.waitsFor) && ` · ${silence.text}`}
        </span>
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
        {efforts.length > 0 ? (
          <StatusChoice
            name="Effort"
            value={about.effort ?? ''}
            choices={[
              ...(about.effort ? [] : [{ value: '', label: 'usual effort' }]),
              ...efforts.map((each) => ({ value: each, label: `${each} effort` })),
            ]}
            onChoose={onEffort}
          />
        ) : (
          <StatusChoice
            name="Thinking"
            value={thinking}
            choices={THINKING}
            onChoose={(chosen) => {
              setThinking(chosen)
              onThinking(chosen === '' ? null : Number(chosen))
            }}
          />
        )}
      </div>
    </div>
  )
}
