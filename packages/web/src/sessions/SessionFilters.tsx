import type { SessionRow } from '@quarterdeck/contract'
import { useMemo } from 'react'
import { Choice } from '../reading/Choice.tsx'
import { MoreFilters } from '../reading/MoreFilters.tsx'
import { toShortPath } from '../tools/to-short-path.ts'
import { findOptions, type Wanted } from './choose-sessions.ts'
import { toStatusWord } from './to-status-word.ts'

interface Props {
  rows: readonly SessionRow[]
  wanted: Wanted
  onChange: (changes: Record<string, string>) => void
}

export function SessionFilters({ rows, wanted, onChange }: Props) {
  const options = useMemo(() => {
    const toOptions = (field: Parameters<typeof findOptions>[1], toLabel: (value: string) => string) =>
      findOptions(rows, field).map(({ value, count }) => ({ value, label: `${toLabel(value)} (${count})` }))
    return {
      project: toOptions('projectPath', toShortPath),
      branch: toOptions('gitBranch', String),
      tag: toOptions('tag', String),
      status: toOptions('status', toStatusWord),
    }
  }, [rows])
  const choice = (field: keyof typeof options, name: string, all: string) => (
    <Choice name={name} field={field} all={all} value={wanted[field]} options={options[field]} onChange={onChange} />
  )
  return (
    <search className="filters session-filters" aria-label="Filters">
      <input
        className="field"
        type="search"
        aria-label="Filter sessions"
        placeholder="Title, prompt, project, branch or tag"
        value={wanted.q}
        onChange={(event) => onChange({ q: event.target.value })}
      />
      <MoreFilters isUsed={[wanted.project, wanted.branch, wanted.tag, wanted.status].some(Boolean)}>
        {choice('project', 'Project', 'All projects')}
        {choice('branch', 'Branch', 'All branches')}
        {choice('tag', 'Tag', 'All tags')}
        {choice('status', 'Status', 'Any status')}
        <label className="switch">
          <input
            type="checkbox"
            checked={wanted.archived}
            onChange={(event) => onChange({ archived: event.target.checked ? '1' : '' })}
          />
          Show archived
        </label>
      </MoreFilters>
    </search>
  )
}
