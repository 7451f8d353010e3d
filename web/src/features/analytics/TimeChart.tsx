import 'uplot/dist/uPlot.min.css'
import { useComputedColorScheme } from '@mantine/core'
import { useElementSize } from '@mantine/hooks'
import { useEffect, useRef, useState } from 'react'
import UPlot from 'uplot'
import { formatCount, formatShort } from '../../shared/numbers.rules.ts'
import classes from './analytics.module.css'
import { linesOf, ticksOf } from './axis.rules.ts'
import type { Interval } from './period.rules.ts'
import { nameOf, timeOf } from './series.rules.ts'

interface TimeChartProps {
  steps: readonly string[]
  clicks: readonly (number | null)[]
  /** The previous period, step by step; empty without a comparison. */
  before: readonly number[]
  interval: Interval
  /** The step that is not over, drawn dashed. */
  open: string
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
/** Average width of a character of a label. */
const CHARACTER_PX = 6.5
const clicksLine = { stroke: colour('--accent'), fill: faded('--accent'), width: 2 }

const options = (
  width: number,
  ticks: ReturnType<typeof ticksOf>,
  alone: boolean,
  compared: boolean,
  look: (step: number | null) => void,
): UPlot.Options => ({
  width,
  height: HEIGHT,
  // Half of the last label is to the right of the plot.
  padding: [null, Math.max(16, ((ticks[0]?.label.length ?? 0) / 2) * CHARACTER_PX + 4), null, null],
  legend: { show: false },
  cursor: { y: false, drag: { setScale: false, x: false, y: false } },
  scales: { y: { range: (_, __, max) => [0, Math.max(max * 1.1, 4)] } },
  axes: [
    {
      ...axis,
      grid: { show: false },
      size: 30,
      splits: () => ticks.map(({ time }) => time / 1_000),
      values: () => ticks.map(({ label }) => label),
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
    { ...clicksLine, points: { show: false } },
    { ...clicksLine, dash: [4, 4], points: { show: alone } },
    ...(compared
      ? [{ stroke: colour('--soft'), width: 1.5, dash: [5, 5], points: { show: false } }]
      : []),
  ],
  hooks: { setCursor: [(chart) => look(chart.cursor.idx ?? null)] },
})

/**
 * Clicks over time as an area, dashed in the open step, with those of the previous period as a dashed
 * line.
 */
export function TimeChart({ steps, clicks, before, interval, open }: TimeChartProps) {
  const { ref: sized, width } = useElementSize()
  const place = useRef<HTMLDivElement>(null)
  const chart = useRef<UPlot>(undefined)
  const scheme = useComputedColorScheme()
  const [looked, setLooked] = useState<number | null>(null)
  const compared = before.length > 0

  useEffect(() => {
    if (!place.current || width === 0) return
    const ticks = ticksOf(steps, interval, width / CHARACTER_PX)
    chart.current = new UPlot(
      options(width, ticks, steps.length === 1, compared, setLooked),
      undefined,
      place.current,
    )
    return () => chart.current?.destroy()
  }, [steps, width, interval, compared, scheme])

  useEffect(() => {
    const times = steps.map((step) => timeOf(step) / 1_000)
    const lines = linesOf(steps, clicks, open)
    const data = [
      times,
      ...lines,
      ...(compared ? [steps.map((_, nth) => before[nth] ?? null)] : []),
    ]
    chart.current?.setData(data as UPlot.AlignedData)
  }, [steps, clicks, before, open, width, interval, compared, scheme])

  const step = looked === null ? undefined : steps[looked]
  return (
    <div ref={sized} className={classes.chart}>
      <div ref={place} aria-hidden="true" />
      {step && looked !== null && (
        <div className={classes.tip} data-end={looked > steps.length / 2} aria-hidden="true">
          <b>{formatCount(clicks[looked] ?? 0)}</b> {nameOf(step, interval, open)}
          {before[looked] !== undefined && <span> · before {formatCount(before[looked])}</span>}
        </div>
      )}
    </div>
  )
}
