import { useReading } from '../reading/use-reading.ts'
import { toCount } from '../text/to-count.ts'
import { toShortDay } from '../text/to-time.ts'

/** How long somebody has been at it, over all time. */
export function ActivityLine({ timeZone }: { timeZone: string }) {
  const { data } = useReading('GET /api/claude/stats', { query: { tz: timeZone } })
  if (data === null || data.activity.activeDays === 0) return null
  const { activeDays, longest, sessionCount, promptCount } = data.activity
  const run =
    longest !== null && longest.days > 1
      ? ` The longest run was ${longest.days} days, from ${toShortDay(`${longest.from}T12:00:00`, Date.now())} to ${toShortDay(`${longest.to}T12:00:00`, Date.now())}.`
      : ''
  return (
    <p className="quiet">
      Over all time: {toCount(promptCount)} prompts in {toCount(sessionCount)} sessions, on {toCount(activeDays)}{' '}
      {activeDays === 1 ? 'day' : 'days'}.{run}
    </p>
  )
}
