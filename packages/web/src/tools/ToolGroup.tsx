import { canonicalToolName } from '@quarterdeck/protocol/pure'
import type { CallRow } from '@quarterdeck/transcript'
import { memo, useContext } from 'react'
import { CallsButton } from '../session/entry/EntryButton.tsx'
import { useSessionScope } from '../session/session-scope.ts'
import { toVisibleText } from '../text/visible-text.ts'
import { ToolCall } from './ToolCall.tsx'
import { toGroupLine } from './to-group-line.ts'
import { findToolView } from './tool-views.ts'
import { OpennessContext, useOpenness } from './use-openness.ts'

/** Fewer stand by themselves. */
const MIN_FOLDED = 3

/** Calls that stand below each other: those that only looked at things fold into one line. */
export const ToolGroup = memo(function ToolGroup({ calls }: { calls: readonly CallRow[] }) {
  const pieces = toPieces(calls)
  return pieces.map((piece) => {
    const [first] = piece
    if (first === undefined) return null
    return piece.length < MIN_FOLDED ? (
      piece.map((row) => <ToolCall key={row.key} row={row} />)
    ) : (
      <FoldedCalls key={toFoldKey(first.key)} calls={piece} />
    )
  })
})

function FoldedCalls({ calls }: { calls: readonly CallRow[] }) {
  const { choices, revealed } = useContext(OpennessContext)
  const project = useSessionScope()?.projectPath
  // A call that ends joins those that are folded: what somebody has opened among them does not vanish for that.
  const wasOpened = calls.some(({ key }) => choices.get(key) || choices.get(toFoldKey(key)))
  const [isChosen, setIsOpen] = useOpenness(toFoldKey(calls[0]?.key), wasOpened, { stays: true })
  const summaries = calls.flatMap(({ call }) => call.summary ?? [])
  const line = toVisibleText([toGroupLine(calls, project), ...summaries].join(' — '))
  const isOpen = isChosen || calls.some(({ key }) => revealed.has(key))
  return (
    <article className="tool-group" aria-label={line}>
      <details open={isOpen} onToggle={({ currentTarget: { open } }) => open !== isOpen && setIsOpen(open)}>
        <summary>
          <span className="tool-group-line">{line}</span>
        </summary>
        {isOpen && calls.map((row) => <ToolCall key={row.key} row={row} />)}
      </details>
      <CallsButton calls={calls} />
    </article>
  )
}

const toFoldKey = (key: string | undefined) => `folded ${key}`

/** Runs of calls that are done and closed, and each of the others alone. */
function toPieces(calls: readonly CallRow[]): CallRow[][] {
  return calls.reduce<CallRow[][]>((pieces, row) => {
    const last = pieces.at(-1)
    if (last !== undefined && isQuiet(row) && last.every(isQuiet)) last.push(row)
    else pieces.push([row])
    return pieces
  }, [])
}

function isQuiet(row: CallRow): boolean {
  const { name, status } = row.call
  // What an agent says must be found without opening a line that does not tell of it.
  if (status !== 'done' || row.isDraft || canonicalToolName(name) === 'Agent') return false
  return !(findToolView(name).isOpenAtFirst?.(row) ?? false)
}
