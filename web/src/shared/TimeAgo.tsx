const WORDS = new Intl.RelativeTimeFormat('en', { numeric: 'auto', style: 'short' })
const STEPS = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const

/** A time relative to now; the absolute time on hover. */
export function TimeAgo({ time }: { time: string }) {
  const at = new Date(time)
  return (
    <time dateTime={time} title={at.toLocaleString()}>
      {distance((at.getTime() - Date.now()) / 1_000)}
    </time>
  )
}

function distance(seconds: number): string {
  for (const [unit, length] of STEPS) {
    if (Math.abs(seconds) >= length) return WORDS.format(Math.trunc(seconds / length), unit)
  }
  return seconds > 0 ? 'in a moment' : 'just now'
}
