import { toVisibleText } from '../text/visible-text.ts'
import type { PanelProps } from './panel-props.ts'

/** `/rewind`: to which prompt. What would change is shown before anything does. */
export function RewindPanel({ prompts, onRewind }: PanelProps) {
  return (
    <>
      <p>Files go back to how they were before the prompt you choose. You see what would change first.</p>
      {prompts.length === 0 && <p className="quiet">Nothing has been said here yet.</p>}
      <ul className="panel-links" aria-label="Prompts">
        {prompts.map(({ uuid, text }) => (
          <li key={uuid}>
            <button type="button" onClick={() => onRewind(uuid)}>
              <span className="history-text">{toVisibleText(text)}</span>
            </button>
          </li>
        ))}
      </ul>
    </>
  )
}
