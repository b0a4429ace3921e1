import type { Sort, SortField } from './choose-sessions.ts'

interface Props {
  sort: Sort
  onSort: (field: SortField) => void
  isAllChosen: boolean
  onChooseAll: () => void
}

export function SessionTableHead({ sort, onSort, isAllChosen, onChooseAll }: Props) {
  const sortable = (field: SortField, name: string, className: string) => (
    <th
      scope="col"
      className={className}
      aria-sort={sort.field === field ? (sort.isRising ? 'ascending' : 'descending') : 'none'}
    >
      <button type="button" className="sort" onClick={() => onSort(field)}>
        {name}
        <span aria-hidden="true">{sort.field === field ? (sort.isRising ? ' ↑' : ' ↓') : ''}</span>
      </button>
    </th>
  )
  const plain = (name: string, className: string) => (
    <th scope="col" className={className}>
      {name}
    </th>
  )
  return (
    <thead>
      <tr aria-rowindex={1}>
        <th scope="col" className="cell-choose">
          <label className="choose">
            <input type="checkbox" aria-label="Choose all" checked={isAllChosen} onChange={onChooseAll} />
          </label>
        </th>
        {sortable('title', 'Title', 'cell-title')}
        {sortable('projectPath', 'Project, branch', 'cell-project')}
        {plain('Status, model', 'cell-status')}
        {sortable('messageCount', 'Messages', 'cell-number cell-messages')}
        {sortable('costUsd', 'Cost', 'cell-number cell-cost')}
        {sortable('modified', 'Modified', 'cell-number cell-modified')}
        {plain('Deleted from', 'cell-deleted')}
        <th scope="col" className="cell-actions">
          <span className="visually-hidden">Actions</span>
        </th>
      </tr>
    </thead>
  )
}
