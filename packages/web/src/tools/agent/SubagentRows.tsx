import type { Row } from '@quarterdeck/transcript'
import { useContext } from 'react'
import { EntryButton } from '../../session/entry/EntryButton.tsx'
import { GuardedRow } from '../../session/transcript/GuardedRow.tsx'
import { isOfClaude } from '../../session/transcript/RowView.tsx'
import { OpennessContext } from '../use-openness.ts'

/** The rows of a subagent, inside of the call that sent it. */
export function SubagentRows({ rows }: { rows: readonly Row[] }) {
  const { revealed } = useContext(OpennessContext)
  const isShown = (row: Row) =>
    row.kind === 'tools' ? row.calls.some(({ key }) => revealed.has(key)) : revealed.has(row.key)
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would draw and lay out differently in every browser
    <div className="subagent" role="group" aria-label="Subagent">
      {rows.map((row, index) => (
        <div key={row.key} className={isShown(row) ? 'entry is-shown' : 'entry'} data-inner={row.key}>
          <GuardedRow row={row} goesOn={isOfClaude(row) && isOfClaude(rows[index - 1])} />
          {row.kind !== 'tools' && <EntryButton row={row} />}
        </div>
      ))}
    </div>
  )
}
