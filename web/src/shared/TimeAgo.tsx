import { distance } from './time-ago.rules.ts'

/** A time relative to now; the absolute time on hover. */
export function TimeAgo({ time }: { time: string }) {
  const at = new Date(time)
  return (
    <time dateTime={time} title={at.toLocaleString()}>
      {distance((at.getTime() - Date.now()) / 1_000)}
    </time>
  )
}
