import type { SessionRow } from '@quarterdeck/contract'
import { memo, useState } from 'react'
import { Link } from 'wouter'
import { ActionMenu } from '../parts/ActionMenu.tsx'
import { toAge } from '../text/to-age.ts'
import { toBranch } from '../text/to-branch.ts'
import { toCount } from '../text/to-count.ts'
import { toDollars } from '../text/to-dollars.ts'
import { toFolderName } from '../text/to-folder-name.ts'
import { toModelName } from '../text/to-model-name.ts'
import { toWholeTime } from '../text/to-time.ts'
import { toVisibleText } from '../text/visible-text.ts'
import { DeletionDay } from './DeletionDay.tsx'
import { SessionNotes } from './SessionNotes.tsx'
import { toStatusWord } from './to-status-word.ts'

export type RowAct = 'open' | 'resume' | 'rename' | 'tag' | 'archive' | 'keep' | 'choose' | 'choose to here'
export type OnAct = (act: RowAct, row: SessionRow) => void

interface Props {
  row: SessionRow
  index: number
  isChosen: boolean
  isCurrent: boolean
  now: number
  onAct: OnAct
}

/** One session: a row of the table, and on a narrow screen a few lines of it. */
export const SessionTableRow = memo(function SessionTableRow(props: Props) {
  const { row, index, isChosen, isCurrent, now, onAct } = props
  const title = toVisibleText(row.title)
  const branch = toBranch(row.gitBranch)
  const [opener, setOpener] = useState<HTMLButtonElement | null>(null)
  return (
    <tr data-index={index} aria-rowindex={index + 2} data-chosen={isChosen}>
      <td className="cell-choose">
        <label className="choose">
          <input
            type="checkbox"
            checked={isChosen}
            aria-label={`Choose ${title}`}
            onChange={(event) => onAct((event.nativeEvent as MouseEvent).shiftKey ? 'choose to here' : 'choose', row)}
          />
        </label>
      </td>
      <td className="cell-title">
        <Link
          href={`/sessions/${row.sessionId}`}
          id={`title-${row.sessionId}`}
          data-session={row.sessionId}
          tabIndex={isCurrent ? 0 : -1}
          title={row.firstPrompt === null ? undefined : toVisibleText(row.firstPrompt.slice(0, 300))}
        >
          {title === '' ? 'Untitled' : title}
        </Link>
        <SessionNotes row={row} />
      </td>
      <td className="cell-project">
        <span title={toVisibleText(row.projectPath)}>
          {toVisibleText(toFolderName(row.projectPath)) || 'no project'}
        </span>
        {branch && (
          <span className="second" title={toVisibleText(branch)}>
            <span className="visually-hidden">on branch </span>
            {toVisibleText(branch)}
          </span>
        )}
      </td>
      <td className="cell-status">
        <span className={row.pending > 0 ? 'waits' : row.status === 'error' ? 'bad' : undefined}>
          {toStatusWord(row.status)}
        </span>
        {row.model !== null && (
          <span className="second" title={toVisibleText(row.model)}>
            {toModelName(row.model)}
          </span>
        )}
      </td>
      <td className="cell-number cell-messages">
        <Counted value={row.messageCount} toText={toCount} />
      </td>
      <td className="cell-number cell-cost">
        <Counted value={row.costUsd} toText={toDollars} />
      </td>
      <td className="cell-number cell-modified">
        <time dateTime={row.modified} title={toWholeTime(row.modified)}>
          {toAge(row.modified, now)}
        </time>
      </td>
      <td className="cell-deleted">
        {row.kept && (
          <span className="kept" title="Quarterdeck has a copy, which Claude Code's clean-up does not reach">
            kept
          </span>
        )}
        {row.deletedOn !== null && (
          <>
            <DeletionDay from={row.deletedOn} now={now} />
            <button
              type="button"
              className="small-button"
              aria-describedby={`title-${row.sessionId}`}
              onClick={() => onAct('keep', row)}
            >
              Keep
            </button>
          </>
        )}
      </td>
      <td className="cell-actions">
        <button
          type="button"
          className="small-button"
          aria-haspopup="menu"
          aria-expanded={opener !== null}
          aria-label={`Actions for ${title}`}
          onClick={({ currentTarget }) => setOpener(currentTarget)}
        >
          ⋯
        </button>
        {opener !== null && (
          <ActionMenu
            label={`Actions for ${title}`}
            actions={toActions(props)}
            opener={opener}
            onClose={() => setOpener(null)}
          />
        )}
      </td>
    </tr>
  )
})

function toActions({ row, onAct }: Props) {
  const action = (name: string, act: RowAct) => ({ name, run: () => onAct(act, row) })
  return [
    action('Open', 'open'),
    ...(row.live ? [] : [action('Resume', 'resume')]),
    action('Rename…', 'rename'),
    action('Tag…', 'tag'),
    action(row.archived ? 'Take out of the archive' : 'Archive', 'archive'),
    ...(row.deletedOn === null ? [] : [action('Keep', 'keep')]),
  ]
}

/** A dash for eyes, words for ears. */
function Counted({ value, toText }: { value: number | null; toText: (value: number) => string }) {
  if (value !== null) return toText(value)
  return (
    <span title="Not counted yet">
      <span aria-hidden="true">–</span>
      <span className="visually-hidden">not counted yet</span>
    </span>
  )
}
