import type { InboxItem } from '@quarterdeck/contract'
import type { Approval } from '@quarterdeck/transcript'
import { Link } from 'wouter'
import { useLive, useQuarterdeck } from '../frame/quarterdeck.ts'
import { useNow } from '../frame/use-now.ts'
import { PromptCard } from '../prompts/PromptCard.tsx'
import { toAge } from '../text/to-age.ts'
import { toShortPath } from '../tools/to-short-path.ts'

/** Everything that waits for a person, over all sessions, to be answered in place. */
export function InboxView() {
  const items = useLive((state) => state.inbox)
  const now = useNow()
  const prompts = items.filter((item) => item.requestId !== undefined)
  const news = items.filter((item) => item.requestId === undefined)
  return (
    <main className="main view">
      <h1>Inbox</h1>
      {items.length === 0 && <p className="quiet">Nothing waits for you.</p>}
      {prompts.map((item) => (
        <section key={`${item.sessionId} ${item.requestId}`} className="inbox-item" aria-label={item.title}>
          <ItemHead item={item} />
          <InboxPrompt item={item} now={now} />
        </section>
      ))}
      {news.length > 0 && (
        <ul className="news" aria-label="News">
          {news.map((item) => (
            <li key={`${item.sessionId} ${item.kind}`}>
              <ItemHead item={item} />
              <p>
                <span className={item.kind === 'failed' ? 'error' : 'quiet'}>{item.kind}</span> {toAge(item.since, now)}{' '}
                ago. {item.text}
              </p>
            </li>
          ))}
        </ul>
      )}
    </main>
  )
}

function ItemHead({ item }: { item: InboxItem }) {
  return (
    <p className="inbox-head">
      <Link href={`/sessions/${item.sessionId}`}>{item.title}</Link>{' '}
      <span className="quiet">
        {toShortPath(item.projectPath)}
        {item.agent !== undefined && ` · ${item.agent}`}
      </span>
    </p>
  )
}

function InboxPrompt({ item, now }: { item: InboxItem; now: number }) {
  const { live } = useQuarterdeck()
  const { sessionId, requestId = '', inputHash } = item
  return (
    <PromptCard
      approval={toApproval(item)}
      now={now}
      onDecide={async (answer) => {
        const hash = inputHash === undefined ? {} : { inputHash }
        await live.give({ kind: 'decide', sessionId, request_id: requestId, ...answer, ...hash })
      }}
    />
  )
}

function toApproval({
  kind,
  requestId = '',
  toolName = '',
  input,
  suggestions = [],
  text,
  since,
}: InboxItem): Approval {
  return {
    requestId,
    kind: kind === 'finished' || kind === 'failed' ? 'approval' : kind,
    toolName,
    input,
    suggestions,
    at: since,
    ...(text !== undefined && { reason: text }),
  }
}
