import { EXPORT_FORMATS } from '../../session/export-formats.ts'
import type { PanelProps } from '../panel-props.ts'

const FORMATS = [
  { format: 'md', what: 'To read, to paste, to keep.' },
  { format: 'html', what: 'One page in one file that any browser shows, without a server.' },
  { format: 'jsonl', what: 'Every line of the transcript, for programs.' },
] as const

/** `/export`: the conversation as a file of this device. */
export function ExportPanel({ exportAs, onClose }: PanelProps) {
  return (
    <ul className="panel-links" aria-label="Formats">
      {FORMATS.map(({ format, what }) => (
        <li key={format}>
          <button
            type="button"
            onClick={() => {
              exportAs(format)
              onClose()
            }}
          >
            {EXPORT_FORMATS[format]}
            <span className="quiet">{what}</span>
          </button>
        </li>
      ))}
    </ul>
  )
}
