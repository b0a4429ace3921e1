import { toVisibleText } from '../text/visible-text.ts'
import type { Bar } from './to-bars.ts'

interface Props {
  bars: readonly Bar[]
  /** The chart in a sentence. */
  name: string
  toValue: (bar: Bar) => number
  toText: (value: number) => string
}

/** As many have room below their columns on a phone; of more, the first and the last say enough. */
const MAX_LABELS = 7

/** Columns side by side. The words stand beside the drawing, so that it can be as wide as there is room. */
export function ColumnChart({ bars, name, toValue, toText }: Props) {
  const most = Math.max(...bars.map(toValue), 0)
  const labels = bars.length <= MAX_LABELS ? bars : [bars[0], bars.at(-1)]
  return (
    <div className="columns">
      <span className="columns-most">{toText(most)}</span>
      <svg viewBox={`0 0 ${bars.length} 100`} preserveAspectRatio="none" role="img" aria-label={name}>
        {bars.map((bar, index) => {
          const height = most === 0 ? 0 : (toValue(bar) / most) * 100
          return (
            <g key={bar.key}>
              <title>{`${toVisibleText(bar.label)}: ${toText(toValue(bar))}`}</title>
              <rect className="column-room" x={index} y={0} width={1} height={100} />
              <rect className="column" x={index + 0.12} y={100 - height} width={0.76} height={height} />
            </g>
          )
        })}
      </svg>
      <div className="columns-axis" data-each={labels === bars} aria-hidden="true">
        {labels.map((bar, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a label is its place
          <span key={index}>{toVisibleText(bar?.label ?? '')}</span>
        ))}
      </div>
    </div>
  )
}
