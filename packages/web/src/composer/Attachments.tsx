import type { Attachment } from './attachment.ts'

interface Props {
  attachments: readonly Attachment[]
  onRemove: (index: number) => void
}

export function Attachments({ attachments, onRemove }: Props) {
  if (attachments.length === 0) return null
  return (
    <ul className="attachments" aria-label="Attachments">
      {attachments.map((attachment, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the same file may be there twice
        <li key={index}>
          {attachment.kind === 'image' ? (
            <img src={`data:${attachment.type};base64,${attachment.base64}`} alt={attachment.name} />
          ) : (
            <code>{attachment.path}</code>
          )}
          <button
            type="button"
            className="small-button"
            aria-label={`Remove ${attachment.name}`}
            onClick={() => onRemove(index)}
          >
            ×
          </button>
        </li>
      ))}
    </ul>
  )
}
