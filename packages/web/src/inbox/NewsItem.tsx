import type { InboxItem } from '@quarterdeck/contract'
import { useState } from 'react'
import { useQuarterdeck } from '../frame/quarterdeck.ts'
import { toAge } from '../text/to-age.ts'
import { toVisibleText } from '../text/visible-text.ts'
import { toKey } from './entries.ts'
import { ItemHead } from './ItemHead.tsx'

interface Props {
  item: InboxItem
  isChosen: boolean
  now: number
  onFocus: () => void
}

/** A session that has finished or failed since anybody looked. */
export function NewsItem({ item, isChosen, now, onFocus }: Props) {
  const { live } = useQuarterdeck()
  const [problem, setProblem] = useState<string | null>(null)
  const isFailed = item.kind === 'failed'
  return (
    <section
      className={isChosen ? 'inbox-item news chosen' : 'inbox-item news'}
      aria-label={item.title}
      data-inbox-key={toKey(item)}
      tabIndex={-1}
      onFocus={onFocus}
    >
      <div>
        <ItemHead item={item} />
        <p className="news-text">
          <span className={isFailed ? 'error' : 'quiet'}>{isFailed ? 'Failed' : 'Finished'}</span>{' '}
          <span className="quiet">{toAge(item.since, now)} ago.</span> {toVisibleText(item.text ?? '')}
        </p>
        {problem !== null && (
          <p className="error" role="alert">
            {problem}
          </p>
        )}
      </div>
      <button
        type="button"
        className="button"
        onClick={() =>
          live
            .give({ kind: 'update', sessionId: item.sessionId, read: true })
            .catch((error: Error) => setProblem(error.message))
        }
      >
        Mark as read
      </button>
    </section>
  )
}
