import type { Row } from '@quarterdeck/transcript'
import { EntryButton } from '../session/entry/EntryButton.tsx'
import { isOfClaude, RowView } from '../session/RowView.tsx'

/** What a subagent says and does, inside of the call that sent it. */
export function SubagentRows({ rows }: { rows: readonly Row[] }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would draw and lay out differently in every browser
    <div className="subagent" role="group" aria-label="Subagent">
      {rows.map((row, index) => (
        <div key={row.key} className="entry">
          <RowView row={row} goesOn={isOfClaude(row) && isOfClaude(rows[index - 1])} />
          {row.kind !== 'tools' && <EntryButton row={row} />}
        </div>
      ))}
    </div>
  )
}
