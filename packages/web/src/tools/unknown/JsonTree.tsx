import { toVisibleText } from '../../text/visible-text.ts'
import './json.css'

/** Deeper than this is shown as text: nobody opens twenty levels one by one. */
const MAX_DEPTH = 8
const MAX_ITEMS = 200

/** A value of any shape, level by level. */
export function JsonTree({ value, depth = 0 }: { value: unknown; depth?: number }) {
  if (value === null || typeof value !== 'object') return <JsonLeaf value={value} />
  if (depth >= MAX_DEPTH) return <code>…</code>
  const entries = Object.entries(value)
  if (entries.length === 0) return <code>{Array.isArray(value) ? '[]' : '{}'}</code>
  return (
    <ul className="json">
      {entries.slice(0, MAX_ITEMS).map(([name, inner]) => (
        <li key={name}>
          <span className="quiet">{toVisibleText(name)}</span> <JsonTree value={inner} depth={depth + 1} />
        </li>
      ))}
      {entries.length > MAX_ITEMS && <li className="quiet">and {entries.length - MAX_ITEMS} more</li>}
    </ul>
  )
}

function JsonLeaf({ value }: { value: unknown }) {
  if (typeof value !== 'string') return <code>{String(value)}</code>
  return value.includes('\n') ? <pre>{toVisibleText(value)}</pre> : <code>{toVisibleText(value)}</code>
}
