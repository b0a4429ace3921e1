import type { SearchHit } from '@quarterdeck/contract/routes'
import { Link } from 'wouter'
import { toAge } from '../text/to-age.ts'
import { toFolderName } from '../text/to-folder-name.ts'
import { toWholeTime } from '../text/to-time.ts'
import { toVisibleText } from '../text/visible-text.ts'
import { toPieces } from './to-pieces.ts'

interface Props {
  hit: SearchHit
  index: number
  isCurrent: boolean
  now: number
}

/** The words in their sentence, and the way to them. */
export function Hit({ hit, index, isCurrent, now }: Props) {
  const { sessionId, uuid, title, projectPath, timestamp, text, marks } = hit
  return (
    <li className="hit">
      <Link
        href={`/sessions/${sessionId}?at=${encodeURIComponent(uuid)}`}
        data-hit={index}
        tabIndex={isCurrent ? 0 : -1}
      >
        <span className="hit-head">
          <span className="hit-title">{toVisibleText(title) || 'Untitled'}</span>
          <span className="quiet hit-place">
            {toWho(hit)}
            {projectPath !== null && ` · ${toFolderName(projectPath)}`}
            {timestamp !== null && (
              <>
                {' · '}
                <time dateTime={timestamp} title={toWholeTime(timestamp)}>
                  {toAge(timestamp, now)} ago
                </time>
              </>
            )}
          </span>
        </span>
        <span className={hit.role === 'tool' ? 'hit-words of-tool' : 'hit-words'}>
          {toPieces(text, marks).map((piece, index) => {
            const shown = toVisibleText(piece.text)
            // biome-ignore lint/suspicious/noArrayIndexKey: a piece is its place
            return piece.isMarked ? <mark key={index}>{shown}</mark> : shown
          })}
        </span>
      </Link>
    </li>
  )
}

function toWho({ role, tool, agentId }: SearchHit): string {
  const who = role === 'user' ? 'You' : role === 'assistant' ? 'Claude' : 'Tool'
  const what = tool === undefined ? who : `${who}, ${toVisibleText(tool)}`
  return agentId === null ? what : `${what}, in a subagent`
}
