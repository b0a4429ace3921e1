import type { InboxItem } from '@quarterdeck/contract'
import { Link } from 'wouter'
import { toFolderName } from '../text/to-folder-name.ts'
import { toVisibleText } from '../text/visible-text.ts'

/** Which session it is, where, and what stands still meanwhile. For how long says the card. */
export function ItemHead({ item }: { item: InboxItem }) {
  return (
    <p className="inbox-head">
      <Link href={`/sessions/${item.sessionId}`}>{toVisibleText(item.title)}</Link>{' '}
      <span className="quiet" title={item.projectPath}>
        {toFolderName(item.projectPath)}
        {item.requestId !== undefined && ` · ${toBlocked(item)}`}
      </span>
    </p>
  )
}

function toBlocked({ agent }: InboxItem): string {
  if (agent === undefined) return 'the turn waits for this'
  return `the agent “${toVisibleText(agent)}” waits for this`
}
