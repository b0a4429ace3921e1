import { useState } from 'react'
import { toModelChoices } from '../../session/status/model-choices.ts'
import { toVisibleText } from '../../text/visible-text.ts'
import { textOf } from '../../tools/read-field.ts'
import { ActionOutcome } from '../ActionOutcome.tsx'
import type { PanelProps } from '../panel-props.ts'
import { useAction } from '../use-action.ts'

/** `/model` and `/effort`: it counts from the next thing that Claude does. */
export function ModelPanel({ overview: { about }, ask }: PanelProps) {
  const { models, model, efforts } = toModelChoices(about.models, about.model)
  const [chosen, setChosen] = useState({ model, effort: about.effort ?? '' })
  const doing = useAction()
  const describe = (value: string, label: string) => {
    const told = about.models.find((each) => textOf(each, 'value') === value)
    const words = textOf(told, 'description') || textOf(told, 'resolvedModel') || ''
    // 'Opus' is described as 'Opus 5.5 · …'.
    return words.startsWith(`${label} `) ? words.slice(label.length + 1) : words
  }

  function setModel(value: string, label: string) {
    setChosen((known) => ({ ...known, model: value }))
    void doing.run(() => ask({ subtype: 'set_model', model: value }), `${label} from now on.`)
  }
  /** Null takes back what was chosen. */
  function setEffort(effort: string) {
    setChosen((known) => ({ ...known, effort }))
    const request = { subtype: 'apply_flag_settings', settings: { effortLevel: effort || null } }
    void doing.run(() => ask(request), `${effort || 'The usual'} effort from now on.`)
  }

  return (
    <>
      <fieldset className="panel-choices">
        <legend>Model</legend>
        {models
          .filter(({ value }) => value !== '')
          .map(({ value, label }) => (
            <label key={value}>
              <input
                type="radio"
                name="model"
                checked={chosen.model === value}
                onChange={() => setModel(value, label)}
              />
              <span>
                {toVisibleText(label)} <span className="quiet">{toVisibleText(describe(value, label))}</span>
              </span>
            </label>
          ))}
      </fieldset>
      {efforts.length > 0 ? (
        <fieldset className="panel-choices in-a-row">
          <legend>Effort</legend>
          {['', ...efforts].map((effort) => (
            <label key={effort}>
              <input type="radio" name="effort" checked={chosen.effort === effort} onChange={() => setEffort(effort)} />
              {effort === '' ? 'usual' : toVisibleText(effort)}
            </label>
          ))}
        </fieldset>
      ) : (
        <p className="quiet">This model, or this version of Claude Code, has no choice of effort.</p>
      )}
      <ActionOutcome problem={doing.problem} isLoading={doing.isBusy} done={doing.done} />
    </>
  )
}
