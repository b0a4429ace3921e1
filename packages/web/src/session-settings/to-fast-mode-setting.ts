import { toModelChoices } from '../session/status/model-choices.ts'
import { toTable } from '../text/to-table.ts'
import { toVisibleText } from '../text/visible-text.ts'
import type { SettingProps } from './setting-props.ts'

export interface FastModeSetting {
  isOn: boolean
  canSwitch: boolean
  /** An explanation, or why it cannot be had and what to do. */
  text: string
}

const WHAT = 'Answers quicker with the same model, and costs more.'
const RESTS = 'It is on, and rests for a while: the limit of fast turns was reached.'
const TOO_OLD = 'This version of Claude Code cannot switch it while a session runs. Update Claude Code.'
const NO_MODEL = 'This model has no fast mode. Choose another model first.'
const NOT_LISTED = `${WHAT} Claude Code does not say that this model has it.`

/** It is off only because nobody has asked for it yet. */
const NOT_ASKED_FOR = 'sdk_opt_in_required'

const REFUSALS = toTable({
  free: 'Fast mode needs a paid plan. Sign in to Claude Code with an account that has one.',
  preference: 'Your organisation has turned fast mode off. Ask whoever manages it.',
  extra_usage_disabled: 'Fast mode needs usage credits. Turn them on for your account, then start the session anew.',
  network_error:
    'Claude Code could not ask whether you have fast mode. Check the connection, then start the session anew.',
  unknown: 'Fast mode cannot be had at the moment. Try again later.',
  not_first_party: 'The provider that this session uses has no fast mode.',
  disabled_by_env:
    'Fast mode is turned off in the environment of Claude Code (CLAUDE_CODE_DISABLE_FAST_MODE). Start the server without it.',
  model_not_allowed: 'Your organisation does not allow the model that fast mode uses. Ask whoever manages it.',
  pending: 'Claude Code is still asking whether you have fast mode. It says so with the next turn.',
})

export function toFastModeSetting(about: SettingProps['about']): FastModeSetting {
  const isOn = about.fastMode === 'on' || about.fastMode === 'cooldown'
  const { fastModeRefusal: refusal = '', takesSettings } = about
  const { hasFastMode } = toModelChoices(about.models, about.model)
  const no = (text: string) => ({ isOn, canSwitch: isOn, text })
  if (takesSettings === false) return { isOn, canSwitch: false, text: TOO_OLD }
  if (refusal !== '' && refusal !== NOT_ASKED_FOR)
    return no(REFUSALS[refusal] ?? `Fast mode cannot be had here: ${toVisibleText(refusal)}.`)
  if (hasFastMode === false) return no(NO_MODEL)
  const text = about.fastMode === 'cooldown' ? RESTS : hasFastMode === null ? NOT_LISTED : WHAT
  return { isOn, canSwitch: true, text }
}
