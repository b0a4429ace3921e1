import { toClock, toWholeTime } from './to-time.ts'

/** The time of the day; all of it for whoever points at it. */
export function TimeText({ at }: { at: string | undefined }) {
  if (at === undefined || toClock(at) === '') return null
  return (
    <time className="time" dateTime={at} title={toWholeTime(at)}>
      {toClock(at)}
    </time>
  )
}
