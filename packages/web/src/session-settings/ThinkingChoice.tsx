import { useId } from 'react'
import { toModelChoices } from '../session/status/model-choices.ts'
import { toThinkingChoices, toThinkingRequest, toThinkingValue } from '../session/status/thinking.ts'
import { ActionOutcome } from '../terminal-commands/ActionOutcome.tsx'
import { useAction } from '../terminal-commands/use-action.ts'
import './session-settings.css'
import type { SettingProps } from './setting-props.ts'
import { useWish } from './use-wish.ts'

/** How much Claude may think before it answers. */
export function ThinkingChoice({ about, onAsk }: SettingProps) {
  const id = useId()
  const doing = useAction()
  const { shown, wish, drop } = useWish(toThinkingValue(about))
  const can = toModelChoices(about.models, about.model).thinking
  const choices = toThinkingChoices(can)

  async function change(next: string) {
    wish(next)
    if (!(await doing.run(() => onAsk(toThinkingRequest(next)), 'It counts from the next turn on.'))) drop()
  }

  return (
    <div className="session-setting">
      <label htmlFor={id}>Thinking</label>
      <select
        id={id}
        className="field"
        aria-describedby={`${id}-hint`}
        disabled={choices.length === 1}
        value={shown}
        onChange={(event) => void change(event.target.value)}
      >
        {choices.map((each) => (
          <option key={each.value} value={each.value}>
            {each.label}
          </option>
        ))}
      </select>
      {choices.length === 1 && (
        <p id={`${id}-hint`} className="quiet">
          {can === 'unknown'
            ? 'What can be chosen is known once the session runs.'
            : 'This model thinks as much as it needs; its effort says how hard.'}
        </p>
      )}
      <ActionOutcome problem={doing.problem} done={doing.done} />
    </div>
  )
}
