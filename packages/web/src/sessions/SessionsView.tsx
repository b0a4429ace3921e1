import type { SessionRow } from '@quarterdeck/contract'
import { useMemo, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { ConnectionAlert } from '../frame/ConnectionAlert.tsx'
import { useNow } from '../frame/use-now.ts'
import '../reading/reading.css'
import { ReadingProblem } from '../reading/ReadingProblem.tsx'
import { Skeleton } from '../reading/Skeleton.tsx'
import { useAddress } from '../reading/use-address.ts'
import { WordDialog } from '../reading/WordDialog.tsx'
import { ChosenBar } from './ChosenBar.tsx'
import { chooseSessions, findOptions, parseSort, type SortField, type Wanted } from './choose-sessions.ts'
import { SessionFilters } from './SessionFilters.tsx'
import { SessionTable } from './SessionTable.tsx'
import './sessions.css'
import { useAllSessions } from './use-all-sessions.ts'
import { useChosen } from './use-chosen.ts'
import { useRowActions } from './use-row-actions.ts'

type Asking = { kind: 'rename' | 'tag'; rows: readonly SessionRow[] }

/** Every session, live and recorded, to be found, put in order and kept. */
export function SessionsView() {
  const { rows, isReading, problem, reload } = useAllSessions()
  const [, navigate] = useLocation()
  const [fields, change] = useAddress()
  const wanted = useMemo(() => toWanted(fields), [fields])
  const sort = useMemo(() => parseSort(fields.sort), [fields.sort])
  const shown = useMemo(() => chooseSessions(rows, wanted, sort), [rows, wanted, sort])
  const chosen = useChosen(shown)
  const actions = useRowActions()
  const [asking, setAsking] = useState<Asking | null>(null)
  const scroller = useRef<HTMLElement>(null)
  const now = useNow(15_000)
  const isFiltered = shown.length < rows.length

  function onSort(field: SortField) {
    const isRising = sort.field === field ? !sort.isRising : field === 'title' || field === 'projectPath'
    change({ sort: field === 'modified' && !isRising ? '' : `${isRising ? '' : '-'}${field}` })
  }

  return (
    <main className="main view wide" ref={scroller}>
      <ConnectionAlert />
      <div className="view-head">
        <h1>Sessions</h1>
        <p className="quiet" role="status">
          {isFiltered && `${shown.length.toLocaleString('en')} of `}
          {rows.length.toLocaleString('en')} sessions{isReading && ', reading more…'}
        </p>
      </div>
      <SessionFilters rows={rows} wanted={wanted} onChange={change} />
      <ReadingProblem problem={problem} onRetry={reload} />
      {actions.problem !== null && (
        <p className="error" role="alert">
          {actions.problem}
        </p>
      )}
      <p className="visually-hidden" role="status">
        {actions.news}
      </p>
      {rows.length === 0 && isReading && <Skeleton />}
      {rows.length === 0 && !isReading && problem === null && (
        <p className="quiet">
          No sessions yet. Start one here, or with `claude` in a terminal: it is listed either way.
        </p>
      )}
      {rows.length > 0 && shown.length === 0 && (
        <p className="quiet">
          No session fits.{' '}
          <button type="button" className="button" onClick={() => navigate('/sessions')}>
            Show all
          </button>
        </p>
      )}
      {shown.length > 0 && (
        <SessionTable
          rows={shown}
          scroller={scroller}
          chosen={chosen.ids}
          sort={sort}
          now={now}
          onSort={onSort}
          onChooseAll={chosen.toggleAll}
          onChoose={chosen.toggle}
          onOpen={({ sessionId }) => navigate(`/sessions/${sessionId}`)}
          onResume={actions.resume}
          onKeep={actions.keep}
          onRename={(row) => setAsking({ kind: 'rename', rows: [row] })}
          onTag={(row) => setAsking({ kind: 'tag', rows: [row] })}
          onArchive={(row) => actions.archive([row], !row.archived)}
        />
      )}
      <ChosenBar
        rows={chosen.rows}
        onArchive={(archived) => actions.archive(chosen.rows, archived)}
        onTag={() => setAsking({ kind: 'tag', rows: chosen.rows })}
        onClear={chosen.clear}
      />
      {asking !== null && (
        <WordDialog
          title={toTitle(asking)}
          label={asking.kind === 'rename' ? 'Title' : 'Tag (empty for none)'}
          initial={(asking.kind === 'rename' ? asking.rows[0]?.title : asking.rows[0]?.tag) ?? ''}
          suggestions={asking.kind === 'rename' ? [] : findOptions(rows, 'tag').map(({ value }) => value)}
          mayBeEmpty={asking.kind === 'tag'}
          onSave={(word) =>
            actions.update(asking.rows, asking.kind === 'rename' ? { title: word } : { tag: word || null })
          }
          onClose={() => setAsking(null)}
        />
      )}
    </main>
  )
}

function toTitle({ kind, rows }: Asking): string {
  if (kind === 'rename') return 'Rename the session'
  return rows.length === 1 ? 'Tag the session' : `Tag ${rows.length} sessions`
}

function toWanted({
  q = '',
  project = '',
  branch = '',
  tag = '',
  status = '',
  archived,
}: Record<string, string>): Wanted {
  return { q, project, branch, tag, status, archived: archived === '1' }
}
