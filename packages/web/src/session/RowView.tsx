import type { Row } from '@quarterdeck/transcript'
import { memo } from 'react'
import { Markdown } from '../markdown/Markdown.tsx'
import { ToolGroup } from '../tools/ToolGroup.tsx'

interface Props {
  row: Row
  /** The same one spoke before: the name need not be said again. */
  goesOn: boolean
}

/** A row is drawn again only when it has changed: rows that have not are the same objects. */
export const RowView = memo(function RowView({ row, goesOn }: Props) {
  switch (row.kind) {
    case 'user': {
      const { text, attachments = [], rejected } = row.entry
      return (
        <article aria-label="You">
          <p className="entry-name">You</p>
          <div className="words">{text}</div>
          {attachments.length > 0 && <p className="quiet">With {attachments.join(', ')}</p>}
          {rejected !== undefined && <p className="error">A hook did not let it through: {rejected}</p>}
        </article>
      )
    }
    case 'text':
      return (
        <article aria-label={row.isDraft ? 'Claude, writing' : 'Claude'} className={goesOn ? 'goes-on' : ''}>
          {!goesOn && <p className="entry-name">Claude</p>}
          {row.isError ? (
            <div className="words error">{row.text}</div>
          ) : (
            <Markdown text={row.text} isDraft={row.isDraft ?? false} />
          )}
        </article>
      )
    case 'thinking':
      return (
        <article aria-label={row.isDraft ? 'Claude, thinking' : 'Claude thought'} className={goesOn ? 'goes-on' : ''}>
          {!goesOn && <p className="entry-name">Claude</p>}
          <details className="thinking" aria-label="Thinking">
            <summary>Thinking</summary>
            <div className="words quiet">{row.isRedacted ? '(not shown by the API)' : row.text}</div>
          </details>
        </article>
      )
    case 'tools':
      return (
        <div className={goesOn ? 'goes-on' : ''}>
          {!goesOn && <p className="entry-name">Claude</p>}
          <ToolGroup calls={row.calls} />
        </div>
      )
    case 'notice':
      return <p className={row.tone === 'error' ? 'error' : 'quiet'}>{row.text}</p>
    case 'output':
      return <pre className={row.stream === 'stderr' ? 'error' : 'quiet'}>{row.text}</pre>
    case 'summary':
      return (
        <details className="thinking">
          <summary>What was compacted</summary>
          <Markdown text={row.text} />
        </details>
      )
    case 'separator':
      return <p className="quiet">{row.text}</p>
    case 'day':
      return <p className="quiet">{row.day}</p>
    case 'hook':
      return (
        <p className="quiet">
          Hook {row.name}, {row.status}
        </p>
      )
    case 'hidden':
    case 'other':
      return <p className="quiet">({row.kind === 'hidden' ? row.text : row.type})</p>
  }
})

/** Rows in which Claude speaks or acts. */
export function isOfClaude(row: Row | undefined): boolean {
  return row?.kind === 'text' || row?.kind === 'thinking' || row?.kind === 'tools'
}
