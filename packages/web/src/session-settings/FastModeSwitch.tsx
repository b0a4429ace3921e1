import { useId } from 'react'
import { ActionOutcome } from '../terminal-commands/ActionOutcome.tsx'
import { useAction } from '../terminal-commands/use-action.ts'
import './session-settings.css'
import type { SettingProps } from './setting-props.ts'
import { toFastModeSetting } from './to-fast-mode-setting.ts'
import { useWish } from './use-wish.ts'

/** The same model, quicker and dearer. */
export function FastModeSwitch({ about, onAsk }: SettingProps) {
  const id = useId()
  const doing = useAction()
  const { isOn, canSwitch, text } = toFastModeSetting(about)
  const { shown, wish, drop } = useWish(isOn)

  async function turn(fastMode: boolean) {
    wish(fastMode)
    const request = { subtype: 'apply_flag_settings', settings: { fastMode: fastMode || null } }
    const done = `Fast mode is asked to be ${fastMode ? 'on' : 'off'} for this session; the next turn goes by it.`
    if (!(await doing.run(() => onAsk(request), done))) drop()
  }

  return (
    <div className="session-setting">
      <label className="session-switch">
        <input
          type="checkbox"
          role="switch"
          aria-describedby={id}
          checked={shown}
          aria-checked={shown}
          disabled={!canSwitch}
          onChange={(event) => void turn(event.target.checked)}
        />
        Fast mode
      </label>
      <p id={id} className="quiet">
        {text}
      </p>
      <ActionOutcome problem={doing.problem} done={doing.done} />
    </div>
  )
}
