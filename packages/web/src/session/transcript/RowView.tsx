import { type Row, toPlainText } from '@quarterdeck/transcript'
import { memo, type ReactNode, useContext } from 'react'
import { Markdown } from '../../markdown/Markdown.tsx'
import { TimeText } from '../../text/TimeText.tsx'
import { toDay, toWhen, toWholeTime } from '../../text/to-time.ts'
import { toVisibleText } from '../../text/visible-text.ts'
import { useOpenness } from '../../tools/use-openness.ts'
import { CommandOutput } from '../entry/CommandOutput.tsx'
import { ErrorAdvice, Paste, Pictures, TaskEnd } from '../entry/parts.ts'
import { ToolGroup } from '../parts.tsx'
import { ThinkingContext } from '../session-scope.ts'

interface Props {
  row: Row
  /** The same one spoke before: the name need not be said again. */
  goesOn: boolean
}

/** A row is drawn again only when it has changed: rows that have not are the same objects. */
export const RowView = memo(function RowView({ row, goesOn }: Props) {
  switch (row.kind) {
    case 'user': {
      const { id, text, attachments = [], pastes = [], rejected } = row.entry
      const others = attachments.filter((type) => type !== 'image')
      const images = attachments.length - others.length
      return (
        <article aria-label="You">
          <EntryHead name="You" at={row.at} />
          <div className="words">{text}</div>
          {others.length > 0 && <p className="quiet">With {toVisibleText(others.join(', '))}</p>}
          {images > 0 && (
            <Folded id={`${row.key} pictures`} name={images === 1 ? 'Picture' : `${images} pictures`}>
              <Pictures uuid={id} />
            </Folded>
          )}
          {pastes.map((paste) => (
            <Folded key={paste} id={`${row.key} ${paste}`} name={toPasteName(paste)}>
              <Paste paste={paste} prompt={text} />
            </Folded>
          ))}
          {rejected !== undefined && <p className="error">A hook did not let it through: {toShownWords(rejected)}</p>}
        </article>
      )
    }
    case 'text':
      return (
        <article aria-label={row.isDraft ? 'Claude, writing' : 'Claude'} className={goesOn ? 'goes-on' : ''}>
          {!goesOn && <EntryHead name="Claude" at={row.at} />}
          {row.isError ? (
            <>
              <div className="words error">{row.text}</div>
              {row.error !== undefined && <ErrorAdvice error={row.error} text={row.text} />}
            </>
          ) : (
            <Markdown text={row.text} isDraft={row.isDraft ?? false} />
          )}
        </article>
      )
    case 'thinking':
      return (
        <article aria-label={row.isDraft ? 'Claude, thinking' : 'Claude thought'} className={goesOn ? 'goes-on' : ''}>
          {!goesOn && <EntryHead name="Claude" at={row.at} />}
          <Thinking row={row} text={row.isRedacted ? '(not shown by the API)' : row.text} />
        </article>
      )
    case 'tools':
      return (
        <div className={goesOn ? 'goes-on' : ''}>
          {!goesOn && <EntryHead name="Claude" at={row.at} />}
          <ToolGroup calls={row.calls} />
        </div>
      )
    case 'notice':
      return (
        <p className={row.tone === 'info' ? 'quiet' : row.tone}>
          {row.tone === 'warning' && (
            <span role="img" aria-label="Warning">
              △{' '}
            </span>
          )}
          {toShownWords(row.text)}
          {row.until !== undefined && (
            <>
              {' It resets '}
              <time dateTime={row.until} title={toWholeTime(row.until)}>
                {toWhen(row.until, Date.now())}
              </time>
              .
            </>
          )}
        </p>
      )
    case 'output':
      return <CommandOutput row={row} />
    case 'summary':
      return (
        <Folded id={row.key} name="What was compacted">
          <Markdown text={row.text} />
        </Folded>
      )
    case 'separator':
      if (row.taskId === undefined) return <p className="quiet">{toShownWords(row.text)}</p>
      return (
        <Folded id={row.key} name={toShownWords(row.text)}>
          <TaskEnd taskId={row.taskId} />
        </Folded>
      )
    case 'day':
      return <p className="day-row">{toDay(row.at ?? row.day)}</p>
    case 'hook':
      return (
        <Folded id={row.key} name={`Hook ${toVisibleText(row.name)}, ${row.status}`}>
          <pre>{toVisibleText(row.output ?? 'It wrote nothing.')}</pre>
        </Folded>
      )
    case 'hidden':
      return (
        <Folded id={row.key} name={`Not shown otherwise: ${toShownWords(row.why)}`} isHidden>
          <pre>{toVisibleText(row.text)}</pre>
        </Folded>
      )
    case 'other':
      return <p className="quiet">({toVisibleText(row.type)})</p>
  }
})

/** Words that hooks and the CLI wrote, perhaps for a terminal: without its colours, and with all else to be seen. */
function toShownWords(text: string): string {
  return toVisibleText(toPlainText(text))
}

/** By its number and length; one that is known by its hash has no name. */
function toPasteName(paste: string): string {
  return paste.startsWith('[') ? toVisibleText(paste.slice(1, -1)) : 'Pasted text'
}

function EntryHead({ name, at }: { name: string; at: string | undefined }) {
  return (
    <p className="entry-head">
      <span className="entry-name">{name}</span>
      <TimeText at={at} />
    </p>
  )
}

function Thinking({ row, text }: { row: Row; text: string }) {
  return (
    <Folded id={row.key} name="Thinking" label="Thinking" isOpenAtFirst={useContext(ThinkingContext)}>
      <div className="words quiet">{text}</div>
    </Folded>
  )
}

interface FoldedProps {
  /** Under which it is kept whether it stands open. */
  id: string
  name: string
  label?: string
  /** It is only there because everything was asked for. */
  isHidden?: boolean
  isOpenAtFirst?: boolean
  children: ReactNode
}

/** Something that one opens if one wants to read it. Nothing of it is drawn before. */
function Folded({ id, name, label, isHidden = false, isOpenAtFirst = false, children }: FoldedProps) {
  const [isOpen, setIsOpen] = useOpenness(id, isOpenAtFirst)
  return (
    <details
      className={isHidden ? 'hidden-row' : 'thinking'}
      aria-label={label}
      open={isOpen}
      onToggle={({ currentTarget: { open } }) => open !== isOpen && setIsOpen(open)}
    >
      <summary>{name}</summary>
      {isOpen && children}
    </details>
  )
}

/** Rows in which Claude speaks or acts. */
export function isOfClaude(row: Row | undefined): boolean {
  return row?.kind === 'text' || row?.kind === 'thinking' || row?.kind === 'tools'
}
