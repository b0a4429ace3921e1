import { toTime, toWholeTime } from './to-time.ts'

interface Props {
  at: string | undefined
  now?: number
}

/** When it was; all of it for whoever points at it. */
export function TimeText({ at, now = Date.now() }: Props) {
  const time = at === undefined ? '' : toTime(at, now)
  if (at === undefined || time === '') return null
  return (
    <time className="time" dateTime={at} title={toWholeTime(at)}>
      {time}
    </time>
  )
}
