import { toVisibleText } from '../text/visible-text.ts'

interface Props {
  name: string
  prefix?: string
  items: readonly { name: string; text: string }[]
}

/** Names with what they are for; folded, because there may be hundreds. */
export function NameList({ name, prefix = '', items }: Props) {
  if (items.length === 0) return null
  return (
    <details className="names">
      <summary>
        {name} <span className="quiet number">{items.length}</span>
      </summary>
      <ul aria-label={name}>
        {items.map((item, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two may have the same name
          <li key={at}>
            <code>
              {prefix}
              {toVisibleText(item.name)}
            </code>{' '}
            <span className="quiet">{toVisibleText(item.text)}</span>
          </li>
        ))}
      </ul>
    </details>
  )
}
