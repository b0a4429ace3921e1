import { useId } from 'react'
import { ActionOutcome } from '../terminal-commands/ActionOutcome.tsx'
import { useAction } from '../terminal-commands/use-action.ts'
import { toVisibleText } from '../text/visible-text.ts'
import './session-settings.css'
import type { SettingProps } from './setting-props.ts'
import { useWish } from './use-wish.ts'

const WHEN = 'A change counts from the next turn on, for this session alone. Settings files stay as they are.'
const NOT_YET = 'Claude Code says which styles there are once the session runs: send a message or resume it.'
const TOO_OLD =
  'This version of Claude Code cannot change it while a session runs. Update Claude Code, or write "outputStyle" into a settings file and start the session anew.'

/** In which style Claude answers. */
export function OutputStyleChoice({ about, onAsk }: SettingProps) {
  const id = useId()
  const doing = useAction()
  const { outputStyle = '', outputStyles, takesSettings } = about
  const canChoose = takesSettings === true && outputStyles.length > 0
  const { shown, wish, drop } = useWish(outputStyle)
  const styles = [...new Set([shown, ...outputStyles])].filter((style) => style !== '' || shown === '')

  async function choose(style: string) {
    wish(style)
    const request = { subtype: 'apply_flag_settings', settings: { outputStyle: style } }
    const done = `Output style ${toVisibleText(style)} from the next turn on.`
    if (!(await doing.run(() => onAsk(request), done))) drop()
  }

  return (
    <div className="session-setting">
      <label htmlFor={id}>Output style</label>
      <select
        id={id}
        className="field"
        aria-describedby={`${id}-hint`}
        value={shown}
        disabled={!canChoose}
        onChange={(event) => void choose(event.target.value)}
      >
        {inOrder(styles, outputStyles).map((style) => (
          <option key={style} value={style}>
            {style === '' ? 'not known yet' : toVisibleText(style)}
          </option>
        ))}
      </select>
      <p id={`${id}-hint`} className="quiet">
        {canChoose ? WHEN : takesSettings === false ? TOO_OLD : NOT_YET}
      </p>
      <ActionOutcome problem={doing.problem} done={doing.done} />
    </div>
  )
}

/** As the CLI lists them; one that it does not list comes first. */
function inOrder(styles: readonly string[], listed: readonly string[]): string[] {
  return styles.toSorted((a, b) => listed.indexOf(a) - listed.indexOf(b))
}
