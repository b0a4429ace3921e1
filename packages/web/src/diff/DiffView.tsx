import { memo, useMemo, useState } from 'react'
import { toVisibleText } from '../text/visible-text.ts'
import './diff.css'
import { countLines, cutHunks, type DiffLine, type Hunk, toDiffLines } from './to-diff-lines.ts'
import { toSides } from './to-sides.ts'
import { type DiffLayout, useDiffLayout } from './use-diff-layout.ts'

/** A longer change is shown up to here, until somebody wants to see the rest. */
export const MAX_LINES = 80

interface Props {
  hunks: readonly Hunk[]
  /** As the reader has chosen, if it is not said. */
  layout?: DiffLayout
  /** Without, its lines are a piece of a file of which nobody knows where it stands, and have no numbers. */
  hasPlace?: boolean
  /** All of it, however long: before something is allowed, it must have been seen. */
  isWhole?: boolean
}

export const DiffView = memo(function DiffView({ hunks, layout, hasPlace = true, isWhole = false }: Props) {
  const [showsAll, setShowsAll] = useState(isWhole)
  const [remembered, choose] = useDiffLayout()
  const count = useMemo(() => countLines(hunks), [hunks])
  // To compare word by word takes long: only what is shown is.
  const lines = useMemo(() => {
    const all = toDiffLines(showsAll ? hunks : cutHunks(hunks, MAX_LINES))
    return hasPlace ? all : all.map(({ kind, pieces }) => ({ kind, pieces }))
  }, [hunks, hasPlace, showsAll])
  const canSplit = hasTwoSides(lines)
  const drawn = canSplit ? (layout ?? remembered) : 'unified'
  if (lines.length === 0) return <p className="quiet">No line differs.</p>
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: long lines scroll sideways, by keyboard too
    <section className={drawn === 'split' ? 'diff is-split' : 'diff'} aria-label="Diff" tabIndex={0}>
      {layout === undefined && canSplit && (
        <button
          type="button"
          className="small-button diff-layout"
          onClick={() => choose(drawn === 'split' ? 'unified' : 'split')}
        >
          {drawn === 'split' ? 'One below the other' : 'Side by side'}
        </button>
      )}
      <table>
        {drawn === 'split' && (
          <colgroup>
            <col className="diff-number" />
            <col className="diff-mark" />
            <col />
            <col className="diff-number" />
            <col className="diff-mark" />
            <col />
          </colgroup>
        )}
        <tbody>{drawn === 'split' ? <SplitRows lines={lines} /> : <UnifiedRows lines={lines} />}</tbody>
      </table>
      {!showsAll && count > MAX_LINES && (
        <button type="button" className="small-button" onClick={() => setShowsAll(true)}>
          Show all {count.toLocaleString('en')} lines
        </button>
      )}
    </section>
  )
})

/** A file that is new, or gone, has nothing to stand beside. */
function hasTwoSides(lines: readonly DiffLine[]): boolean {
  const has = (wanted: DiffLine['kind']) => lines.some(({ kind }) => kind === wanted)
  return has('same') || (has('removed') && has('added'))
}

const MARKS = { same: ' ', added: '+', removed: '−', gap: '' } as const
const WORDS = { same: '', added: 'added', removed: 'removed', gap: '' } as const

function UnifiedRows({ lines }: { lines: readonly DiffLine[] }) {
  return lines.map((line, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a line is its place
    <tr key={index} className={`diff-${line.kind}`}>
      {line.kind === 'gap' ? (
        <td colSpan={4}>…</td>
      ) : (
        <>
          <td className="diff-number">{line.oldNumber}</td>
          <td className="diff-number">{line.newNumber}</td>
          <Mark kind={line.kind} />
          <td className="diff-text">
            <Pieces pieces={line.pieces} />
          </td>
        </>
      )}
    </tr>
  ))
}

function SplitRows({ lines }: { lines: readonly DiffLine[] }) {
  return toSides(lines).map(({ left, right }, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a line is its place
    <tr key={index}>
      <Side line={left} number={left?.oldNumber} />
      <Side line={right} number={right?.newNumber} />
    </tr>
  ))
}

function Side({ line, number }: { line: DiffLine | null; number: number | undefined }) {
  if (line === null || line.kind === 'gap')
    return (
      <td colSpan={3} className="diff-none">
        {line === null ? '' : '…'}
      </td>
    )
  return (
    <>
      <td className={`diff-number diff-${line.kind}`}>{number}</td>
      <Mark kind={line.kind} />
      <td className={`diff-text diff-half diff-${line.kind}`}>
        <Pieces pieces={line.pieces} />
      </td>
    </>
  )
}

/** Not by colour alone. */
function Mark({ kind }: { kind: DiffLine['kind'] }) {
  return (
    <td className={`diff-mark diff-${kind}`}>
      <span aria-hidden="true">{MARKS[kind]}</span>
      <span className="visually-hidden">{WORDS[kind]}</span>
    </td>
  )
}

function Pieces({ pieces }: { pieces: DiffLine['pieces'] }) {
  return pieces.map(({ text, isChanged }, index) => {
    const shown = toVisibleText(text)
    // biome-ignore lint/suspicious/noArrayIndexKey: a piece is its place
    return isChanged ? <mark key={index}>{shown}</mark> : shown
  })
}
