import type { InboxItem } from '@quarterdeck/contract'
import { Link } from 'wouter'
import { toAge } from '../text/to-age.ts'
import { toFolderName } from '../text/to-folder-name.ts'
import { toVisibleText } from '../text/visible-text.ts'

/** Which session it is, where, for how long, and what stands still meanwhile. */
export function ItemHead({ item, now }: { item: InboxItem; now: number }) {
  return (
    <p className="inbox-head">
      <Link href={`/sessions/${item.sessionId}`}>{toVisibleText(item.title)}</Link>{' '}
      <span className="quiet" title={item.projectPath}>
        {toFolderName(item.projectPath)}
        {item.requestId !== undefined && ` · ${toBlocked(item, now)}`}
      </span>
    </p>
  )
}

function toBlocked({ agent, since }: InboxItem, now: number): string {
  const who = agent === undefined ? 'The turn' : `The agent “${toVisibleText(agent)}”`
  const age = toAge(since, now)
  return `${who} has stood still for ${age === '' ? 'a while' : age}.`
}
