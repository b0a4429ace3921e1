import { toVisibleText } from '../../text/visible-text.ts'
import type { Attaching } from './use-attachments.ts'

const WHERE = { project: 'in the project', temporary: 'in a temporary folder, for a week' }

/** The attachments of the message, each with a button that removes it. */
export function Attachments({ attachments, loading, remove, cancel }: Attaching) {
  if (attachments.length === 0 && loading === 0) return null
  const reading = loading === 1 ? 'a file' : `${loading} files`
  return (
    <ul className="attachments" aria-label="Attachments">
      {attachments.map((attachment, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the same file may be there twice
        <li key={index}>
          {attachment.kind === 'image' ? (
            <img src={`data:${attachment.type};base64,${attachment.base64}`} alt={toVisibleText(attachment.name)} />
          ) : (
            <span className="attached-file">
              <code title={toVisibleText(attachment.path)}>{toVisibleText(attachment.path)}</code>
              {attachment.where !== undefined && <span className="quiet">{WHERE[attachment.where]}</span>}
            </span>
          )}
          <button
            type="button"
            className="small-button"
            aria-label={`Remove ${toVisibleText(attachment.name)}`}
            onClick={() => remove(index)}
          >
            ×
          </button>
        </li>
      ))}
      {loading > 0 && (
        <li>
          <span className="quiet" role="status">
            Reading {reading}…
          </span>
          <button type="button" className="small-button" aria-label={`Cancel reading ${reading}`} onClick={cancel}>
            ×
          </button>
        </li>
      )}
    </ul>
  )
}
