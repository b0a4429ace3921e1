import type { PanelProps } from './panel-props.ts'

const FORMATS = [
  { format: 'md', name: 'Markdown', what: 'To read, to paste, to keep.' },
  { format: 'html', name: 'A page', what: 'One file that any browser shows, without a server.' },
  { format: 'jsonl', name: 'As the CLI wrote it', what: 'Every line of the transcript, for programs.' },
] as const

/** `/export`: the conversation as a file of this device. */
export function ExportPanel({ exportAs, onClose }: PanelProps) {
  return (
    <ul className="panel-links" aria-label="Formats">
      {FORMATS.map(({ format, name, what }) => (
        <li key={format}>
          <button
            type="button"
            onClick={() => {
              exportAs(format)
              onClose()
            }}
          >
            {name}
            <span className="quiet">{what}</span>
          </button>
        </li>
      ))}
    </ul>
  )
}
