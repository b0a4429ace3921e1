import { toShortDay, toWholeTime } from '../text/to-time.ts'

/** From which day on Claude Code deletes a session. One that is there after its day was not deleted: it can be at any time. */
export function DeletionDay({ from, now }: { from: string; now: number }) {
  const isPast = Date.parse(from) <= now
  const title = isPast
    ? 'Claude Code can delete it any time it starts in a terminal'
    : `Claude Code deletes it when it starts in a terminal after ${toWholeTime(from)}`
  return (
    <time dateTime={from} title={title}>
      <span className="when-narrow">{isPast ? 'can be deleted ' : 'deleted from '}</span>
      {isPast ? 'any time' : toShortDay(from, now)}
      {!isPast && <span className="when-narrow"> on</span>}
    </time>
  )
}
