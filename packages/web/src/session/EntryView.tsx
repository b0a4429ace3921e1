import type { Entry, Part } from '@quarterdeck/transcript'
import { ToolCallView } from './ToolCallView.tsx'

interface Props {
  entry: Entry
  /** The same one spoke before: the name need not be said again. */
  goesOn: boolean
}

export function EntryView({ entry, goesOn }: Props) {
  switch (entry.kind) {
    case 'user':
      return (
        <article aria-label="You">
          <p className="entry-name">You</p>
          <div className="words">{entry.text}</div>
        </article>
      )
    case 'assistant':
      return (
        <article aria-label="Claude" className={goesOn ? 'goes-on' : ''}>
          {!goesOn && <p className="entry-name">Claude</p>}
          {entry.parts.map((part, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: parts are only ever added at the end
            <div className="part" key={index}>
              <PartView part={part} />
            </div>
          ))}
        </article>
      )
    case 'notice':
      return <p className={entry.tone === 'error' ? 'error' : 'quiet'}>{entry.text}</p>
  }
}

function PartView({ part }: { part: Part }) {
  switch (part.kind) {
    case 'text':
      return <div className="words">{part.text}</div>
    case 'thinking':
      return (
        <details className="thinking">
          <summary>Thinking</summary>
          <div className="words quiet">{part.text}</div>
        </details>
      )
    case 'tool':
      return <ToolCallView tool={part} />
  }
}
