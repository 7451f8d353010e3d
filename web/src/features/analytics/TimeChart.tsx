import 'uplot/dist/uPlot.min.css'
import { useComputedColorScheme } from '@mantine/core'
import { useElementSize } from '@mantine/hooks'
import { useEffect, useRef, useState } from 'react'
import UPlot from 'uplot'
import { formatCount, formatShort } from '../../shared/numbers.rules.ts'
import classes from './analytics.module.css'
import type { Interval } from './period.rules.ts'
import { nameOf, timeOf } from './series.rules.ts'

interface TimeChartProps {
  steps: readonly string[]
  clicks: readonly (number | null)[]
  /** The previous period, step by step; empty without a comparison. */
  before: readonly number[]
  interval: Interval
}

const HEIGHT = 260
const colour = (name: string) => () =>
  getComputedStyle(document.documentElement).getPropertyValue(name).trim()
const faded = (name: string) => () => `color-mix(in srgb, ${colour(name)()} 12%, transparent)`

const axis = {
  stroke: colour('--soft'),
  grid: { stroke: colour('--line'), width: 1 },
  ticks: { show: false },
}
/** Labels of the time axis: the date at the start of a day, otherwise the hour. */
function timeNames(interval: Interval): (seconds: number) => string {
  const parts: Intl.DateTimeFormatOptions =
    interval === 'month' ? { month: 'short', year: '2-digit' } : { day: 'numeric', month: 'short' }
  const name = new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', ...parts })
  const hour = new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', timeStyle: 'short' })
  return (seconds) => {
    const withinDay = interval === 'hour' && seconds % 86_400 !== 0
    return (withinDay ? hour : name).format(seconds * 1_000)
  }
}

const options = (
  width: number,
  interval: Interval,
  compared: boolean,
  look: (step: number | null) => void,
): UPlot.Options => ({
  width,
  height: HEIGHT,
  tzDate: (seconds) => UPlot.tzDate(new Date(seconds * 1_000), 'Etc/UTC'),
  legend: { show: false },
  cursor: { y: false, drag: { setScale: false, x: false, y: false } },
  scales: { y: { range: (_, __, max) => [0, Math.max(max * 1.1, 4)] } },
  axes: [
    {
      ...axis,
      grid: { show: false },
      space: 70,
      size: 30,
      values: (_, times) => times.map(timeNames(interval)),
    },
    {
      ...axis,
      size: 44,
      space: 50,
      incrs: [1, 2, 5, 10, 20, 50]
        .flatMap((it) => [1, 100, 10_000, 1_000_000].map((ten) => it * ten))
        .sort((a, b) => a - b),
      values: (_, values) => values.map(formatShort),
    },
  ],
  series: [
    {},
    { stroke: colour('--accent'), fill: faded('--accent'), width: 2, points: { show: false } },
    ...(compared
      ? [{ stroke: colour('--soft'), width: 1.5, dash: [5, 5], points: { show: false } }]
      : []),
  ],
  hooks: { setCursor: [(chart) => look(chart.cursor.idx ?? null)] },
})

/** Clicks over time as an area, with those of the previous period as a dashed line. */
export function TimeChart({ steps, clicks, before, interval }: TimeChartProps) {
  const { ref: sized, width } = useElementSize()
  const place = useRef<HTMLDivElement>(null)
  const chart = useRef<UPlot>(undefined)
  const scheme = useComputedColorScheme()
  const [looked, setLooked] = useState<number | null>(null)
  const compared = before.length > 0

  useEffect(() => {
    if (!place.current || width === 0) return
    chart.current = new UPlot(
      options(width, interval, compared, setLooked),
      undefined,
      place.current,
    )
    return () => chart.current?.destroy()
  }, [width, interval, compared, scheme])

  useEffect(() => {
    const times = steps.map((step) => timeOf(step) / 1_000)
    const data = compared ? [times, clicks, before.slice(0, times.length)] : [times, clicks]
    chart.current?.setData(data as UPlot.AlignedData)
  }, [steps, clicks, before, width, interval, compared, scheme])

  const step = looked === null ? undefined : steps[looked]
  return (
    <div ref={sized} className={classes.chart}>
      <div ref={place} aria-hidden="true" />
      {step && looked !== null && (
        <div className={classes.tip} data-end={looked > steps.length / 2} aria-hidden="true">
          <b>{formatCount(clicks[looked] ?? 0)}</b> {nameOf(step, interval)}
          {compared && <span> · before {formatCount(before[looked] ?? 0)}</span>}
        </div>
      )}
    </div>
  )
}
