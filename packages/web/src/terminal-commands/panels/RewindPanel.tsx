import { toVisibleText } from '../../text/visible-text.ts'
import type { PanelProps } from '../panel-props.ts'
import { useEarlierPrompts } from './use-earlier-prompts.ts'

/** `/rewind`: to which prompt. What would change is shown before anything does. */
export function RewindPanel({ sessionId, prompts, onRewind }: PanelProps) {
  const earlier = useEarlierPrompts(sessionId)
  return (
    <>
      <p>Files go back to how they were before the prompt you choose. You see what would change first.</p>
      {prompts.length === 0 && (
        <p className="quiet">
          {earlier.areThere ? 'No prompt stands in what was read so far.' : 'Nothing has been said here yet.'}
        </p>
      )}
      <ul className="panel-links" aria-label="Prompts">
        {prompts.map(({ uuid, text }) => (
          <li key={uuid}>
            <button type="button" onClick={() => onRewind(uuid)}>
              <span className="history-text">{toVisibleText(text)}</span>
            </button>
          </li>
        ))}
      </ul>
      {earlier.problem !== null && (
        <p className="error" role="alert">
          {earlier.problem}
        </p>
      )}
      {earlier.areThere && (
        <button type="button" className="button" disabled={earlier.isLoading} onClick={() => void earlier.load()}>
          {earlier.isLoading ? 'Reading what came before…' : 'Show earlier prompts'}
        </button>
      )}
    </>
  )
}
