import type { SessionRow } from '@quarterdeck/contract'
import { useDeferredValue, useMemo, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { useNow } from '../frame/use-now.ts'
import '../reading/reading.css'
import { Skeleton } from '../frame/Skeleton.tsx'
import { ReadingProblem } from '../reading/ReadingProblem.tsx'
import { useAddress } from '../reading/use-address.ts'
import { useStable } from '../reading/use-stable.ts'
import { WordDialog } from '../reading/WordDialog.tsx'
import { ChosenBar } from './ChosenBar.tsx'
import { chooseSessions, findOptions, parseSort, type SortField, sortSessions, type Wanted } from './choose-sessions.ts'
import { HistoryNotice } from './HistoryNotice.tsx'
import { SessionFilters } from './SessionFilters.tsx'
import { SessionTable } from './SessionTable.tsx'
import type { RowAct } from './SessionTableRow.tsx'
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
  // Whoever types, or chooses another order, does not wait for the table.
  const meant = useDeferredValue(wanted)
  const order = useDeferredValue(sort)
  const sorted = useMemo(() => sortSessions(rows, order), [rows, order])
  const shown = useMemo(() => chooseSessions(sorted, meant), [sorted, meant])
  const chosen = useChosen(shown)
  const actions = useRowActions()
  const [asking, setAsking] = useState<Asking | null>(null)
  const scroller = useRef<HTMLElement>(null)
  const now = useNow(15_000)
  const isFiltered = shown.length < rows.length

  const onSort = useStable((field: SortField) => {
    const isRising = sort.field === field ? !sort.isRising : field === 'title' || field === 'projectPath'
    change({ sort: field === 'modified' && !isRising ? '' : `${isRising ? '' : '-'}${field}` })
  })
  const onChooseAll = useStable(chosen.toggleAll)
  const onAct = useStable((act: RowAct, row: SessionRow) => {
    if (act === 'open') navigate(`/sessions/${row.sessionId}`)
    else if (act === 'resume') actions.resume(row)
    else if (act === 'keep') actions.keep([row])
    else if (act === 'archive') actions.archive([row], !row.archived)
    else if (act === 'rename' || act === 'tag') setAsking({ kind: act, rows: [row] })
    else chosen.toggle(row, act === 'choose to here')
  })

  return (
    <main className="main view wide" ref={scroller}>
      <div>
        <div className="view-head">
          <h1>Sessions</h1>
          <p className="quiet" role="status">
            {isFiltered && `${shown.length.toLocaleString('en')} of `}
            {rows.length.toLocaleString('en')} {rows.length === 1 ? 'session' : 'sessions'}
            {isReading && ', reading more…'}
          </p>
        </div>
        {rows.length > 0 && <HistoryNotice />}
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
        {rows.length === 0 && isReading && <Skeleton lines={8} label="Reading" />}
        {rows.length === 0 && !isReading && problem === null && (
          <p className="quiet">
            No sessions yet. Start one here, or with <code>claude</code> in a terminal: it is listed either way.
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
      </div>
      {shown.length > 0 && (
        <SessionTable
          rows={shown}
          scroller={scroller}
          chosen={chosen.ids}
          sort={sort}
          now={now}
          onSort={onSort}
          onChooseAll={onChooseAll}
          onAct={onAct}
        />
      )}
      <ChosenBar
        rows={chosen.rows}
        onArchive={(archived) => actions.archive(chosen.rows, archived)}
        onTag={() => setAsking({ kind: 'tag', rows: chosen.rows })}
        onKeep={() => actions.keep(chosen.rows.filter(({ deletedOn }) => deletedOn !== null))}
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
