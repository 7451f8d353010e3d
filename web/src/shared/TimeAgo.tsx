import { timeFrom } from './time-ago.rules.ts'

/** A time within seven days relative to now, or else its date; the absolute time on hover. */
export function TimeAgo({ time }: { time: string }) {
  const at = new Date(time)
  return (
    <time dateTime={time} title={at.toLocaleString()}>
      {timeFrom(new Date(), at)}
    </time>
  )
}
