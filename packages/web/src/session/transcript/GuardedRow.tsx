import type { Row } from '@quarterdeck/transcript'
import { ErrorBoundary } from '../../ErrorBoundary.tsx'
import { toVisibleText } from '../../text/visible-text.ts'
import { CallsButton } from '../entry/EntryButton.tsx'
import { RowView } from './RowView.tsx'

interface Props {
  row: Row
  goesOn: boolean
}

/** No one entry takes the conversation with it: one that cannot be drawn says so, and can still be read as the CLI wrote it. */
export function GuardedRow({ row, goesOn }: Props) {
  return (
    <ErrorBoundary subject={row} toFallback={(problem) => <UnshownRow row={row} problem={problem} />}>
      <RowView row={row} goesOn={goesOn} />
    </ErrorBoundary>
  )
}

function UnshownRow({ row, problem }: { row: Row; problem: string }) {
  return (
    <article className="tool-group" aria-label="An entry that could not be shown">
      <p className="warning">
        This entry could not be shown: {toVisibleText(problem)}. “Raw JSON” among its actions has all of it.
      </p>
      {/* Other entries have theirs beside them. */}
      {row.kind === 'tools' && <CallsButton calls={row.calls} />}
    </article>
  )
}
