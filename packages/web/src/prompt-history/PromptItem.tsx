import { useState } from 'react'
import { Link } from 'wouter'
import { CopyButton } from '../code/CopyButton.tsx'
import { toAge } from '../text/to-age.ts'
import { toFolderName } from '../text/to-folder-name.ts'
import { toWholeTime } from '../text/to-time.ts'
import { toVisibleText } from '../text/visible-text.ts'
import type { PromptGroup } from './prompt.ts'

/** So much of a prompt is shown until somebody wants all of it. */
const SHOWN_CHARACTERS = 400

interface Props {
  group: PromptGroup
  now: number
  onUse: (prompt: PromptGroup['prompt']) => void
}

export function PromptItem({ group: { prompt, count }, now, onUse }: Props) {
  const [isWhole, setIsWhole] = useState(false)
  const { display, text, project, sessionId, timestamp, pastes } = prompt
  const isLong = text !== display || display.length > SHOWN_CHARACTERS
  const isCut = display.length > SHOWN_CHARACTERS
  const shown = isWhole ? text : isCut ? `${display.slice(0, SHOWN_CHARACTERS)}…` : display
  return (
    <li className="prompt-item">
      <p className="prompt-words">{toVisibleText(shown)}</p>
      {isWhole && pastes.some(({ content }) => content === null) && (
        <p className="quiet">Something that was pasted here is gone: the CLI has deleted its copy.</p>
      )}
      <div className="prompt-foot">
        <span className="quiet prompt-place">
          {project !== null && <span title={project}>{toFolderName(project)} · </span>}
          {timestamp !== null && (
            <time dateTime={timestamp} title={toWholeTime(timestamp)}>
              {toAge(timestamp, now)} ago
            </time>
          )}
          {count > 1 && ` · used ${count} times`}
        </span>
        <span className="used-buttons">
          {isLong && (
            <button type="button" className="small-button" aria-expanded={isWhole} onClick={() => setIsWhole(!isWhole)}>
              {isWhole ? 'Show less' : pastes.length > 0 ? 'Show what was pasted' : 'Show all'}
            </button>
          )}
          {sessionId !== null && (
            <Link className="small-button" href={`/sessions/${sessionId}`}>
              Open session
            </Link>
          )}
          <CopyButton text={text} what="prompt" />
          <button type="button" className="button" data-use onClick={() => onUse(prompt)}>
            Use again
          </button>
        </span>
      </div>
    </li>
  )
}
