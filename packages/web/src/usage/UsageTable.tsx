import type { UsageItem } from '@quarterdeck/contract/routes'
import { toCount } from '../text/to-count.ts'
import { toDollars } from '../text/to-dollars.ts'
import { toVisibleText } from '../text/visible-text.ts'
import type { Bar } from './to-bars.ts'

interface Props {
  name: string
  kind: string
  bars: readonly Bar[]
  hasCalls: boolean
}

interface Column {
  name: string
  toText: (item: UsageItem) => string
}

const COLUMNS: readonly Column[] = [
  {
    name: 'Cost',
    toText: (item) =>
      item.messages > 0 && item.messages === item.unpricedMessages ? 'no price' : toDollars(item.costUsd),
  },
  { name: 'Messages', toText: (item) => toCount(item.messages) },
  { name: 'Input', toText: (item) => toCount(item.inputTokens) },
  { name: 'Output', toText: (item) => toCount(item.outputTokens) },
  { name: 'Cache written', toText: (item) => toCount(item.cacheCreationTokens) },
  { name: 'Cache read', toText: (item) => toCount(item.cacheReadTokens) },
]

const OF_TOOLS: readonly Column[] = [
  { name: 'Calls', toText: (item) => toCount(item.calls ?? 0) },
  { name: 'Failed', toText: (item) => toCount(item.errors ?? 0) },
]

export function UsageTable({ name, kind, bars, hasCalls }: Props) {
  const columns = hasCalls ? [...OF_TOOLS, ...COLUMNS] : COLUMNS
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table scrolls sideways within itself, by keyboard too
    <section className="usage-scroll" aria-label={`${name}, table`} tabIndex={0}>
      <table className="usage-table" aria-label={name}>
        <thead>
          <tr>
            <th scope="col">{kind}</th>
            {columns.map((column) => (
              <th key={column.name} scope="col">
                {column.name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {bars.map(({ key, label, title, item }) => (
            <tr key={key}>
              <th scope="row" title={toVisibleText(title ?? label)}>
                {toVisibleText(label)}
              </th>
              {columns.map((column) => (
                <td key={column.name}>{column.toText(item)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
