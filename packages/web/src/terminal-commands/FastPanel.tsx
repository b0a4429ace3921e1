import { toModelChoices } from '../session/model-choices.ts'
import type { PanelProps } from './panel-props.ts'
import { Saying } from './Saying.tsx'
import { useDoing } from './use-doing.ts'

const STATES: Readonly<Record<string, string>> = {
  on: 'It is on.',
  off: 'It is off.',
  cooldown: 'It is on, and rests for a while: the limit of fast turns was reached.',
}

/** `/fast`: the same model, quicker and dearer. */
export function FastPanel({ overview: { about }, ask }: PanelProps) {
  const { hasFastMode } = toModelChoices(about.models, about.model)
  const doing = useDoing()
  const set = (fastMode: boolean) =>
    doing.run(
      () => ask({ subtype: 'apply_flag_settings', settings: { fastMode } }),
      `Fast mode is asked to be ${fastMode ? 'on' : 'off'} for this session; the next turn goes by it.`,
    )
  return (
    <>
      <p>Fast mode answers quicker with the same model, and costs more. {STATES[about.fastMode ?? '']}</p>
      {!hasFastMode && <p className="quiet">Claude Code does not say that this model has it.</p>}
      <div className="row">
        <button type="button" className="button" disabled={doing.isBusy} onClick={() => void set(false)}>
          Turn it off
        </button>
        <button type="button" className="button primary" disabled={doing.isBusy} onClick={() => void set(true)}>
          Turn it on
        </button>
      </div>
      <Saying problem={doing.problem} done={doing.done} />
    </>
  )
}
