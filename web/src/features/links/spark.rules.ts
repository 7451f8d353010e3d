import { text } from '#messages/links.ts'
import { type Counts, sum, totalOf } from '../analytics/measure.rules.ts'
import { plusDays, type Range } from '../analytics/period.rules.ts'

const DAYS = 30
/** Minimum value of the full height, so that a single click is not a peak. */
const FULL_AT_LEAST = 5

/** The last thirty days in UTC, the time zone of the counts. */
export function lastDays(nowMs: number): Range {
  const to = new Date(nowMs).toISOString().slice(0, 10)
  return { from: plusDays(to, 1 - DAYS), to }
}

/** A line through the values from left to right, 0 at the bottom, as an SVG path. */
export function toPath(values: readonly number[], width: number, height: number): string {
  const full = Math.max(FULL_AT_LEAST, ...values)
  const step = width / Math.max(values.length - 1, 1)
  const points = values.map(
    (value, i) => `${round(i * step)} ${round(height - (value / full) * height)}`,
  )
  return `M${points.join('L')}`
}

const round = (value: number) => Math.round(value * 10) / 10

/** A description of the line in words, with the visitors if they are known. */
export function sayCounts(counts: Counts): string {
  const { visitors } = totalOf(counts)
  const clicks = sayClicks(counts.clicks)
  return visitors ? text.withVisitors({ clicks, visitors }) : clicks
}

function sayClicks(values: readonly number[]): string {
  const clicks = sum(values)
  if (clicks === 0) return text.noClicksIn(values.length)
  const most = Math.max(...values)
  const ago = values.length - 1 - values.lastIndexOf(most)
  const when = ago === 0 ? text.today : ago === 1 ? text.yesterday : text.daysAgo(ago)
  const part = most === clicks ? text.all(when) : text.most({ clicks: most, when })
  return `${text.clicksIn({ clicks, days: values.length })}, ${part}`
}
