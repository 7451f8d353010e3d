import 'uplot/dist/uPlot.min.css'
import { useComputedColorScheme } from '@mantine/core'
import { useElementSize } from '@mantine/hooks'
import { useEffect, useRef, useState } from 'react'
import UPlot from 'uplot'
import { formatShort } from '../../shared/numbers.rules.ts'
import classes from './analytics.module.css'
import { levelsOf, linesOf, ticksOf } from './axis.rules.ts'
import { ChartTip, type Looked, type ShownLine } from './ChartTip.tsx'
import { colorOf } from './line.rules.ts'
import type { Measure, Values } from './measure.rules.ts'
import type { Note } from './note.rules.ts'
import type { Interval } from './period.rules.ts'
import { timeOf } from './series.rules.ts'
import { nameOf } from './time-name.rules.ts'

interface TimeChartProps {
  steps: readonly string[]
  /** One line with all counts, or lines to compare, each with a name. */
  lines: readonly ShownLine[]
  /** The previous period, step by step; empty without a comparison. */
  before: Values
  measure: Measure
  interval: Interval
  /** Notes by the place of their step. */
  notes: ReadonlyMap<number, readonly Note[]>
  /** The step that is not over, drawn dashed. */
  open: string
  /** Called once the chart is drawn. */
  drawn?: () => void
}

const HEIGHT = 260
const colour = (name: string) => () =>
  getComputedStyle(document.documentElement).getPropertyValue(name).trim()
const faded = (name: string) => () => `color-mix(in srgb, transparent 88%, ${colour(name)()})`

const axis = {
  stroke: colour('--soft'),
  grid: { stroke: colour('--line'), width: 1 },
  ticks: { show: false },
}
/** Average width of a character of a label. */
const CHARACTER_PX = 6.5
/** A line up to the open step, and the dashed segment to it. Only a single line fills its area. */
function seriesOf(nth: number, alone: boolean, onlyStep: boolean): UPlot.Series[] {
  const name = colorOf(nth)
  const look = { stroke: colour(name), width: 2, ...(alone && { fill: faded(name) }) }
  return [
    { ...look, points: { show: false } },
    { ...look, dash: [4, 4], points: { show: onlyStep } },
  ]
}

const MARK_PX = 4.5

/** Marks the steps that have notes: a dashed line with a diamond at its top. */
function drawMarks({ ctx, bbox, data, valToPos }: UPlot, places: Iterable<number>): void {
  ctx.save()
  ctx.strokeStyle = colour('--soft')()
  ctx.fillStyle = colour('--mantine-color-text')()
  ctx.lineWidth = devicePixelRatio
  ctx.setLineDash([3 * devicePixelRatio, 3 * devicePixelRatio])
  const size = MARK_PX * devicePixelRatio
  for (const place of places) {
    const time = data[0][place]
    if (time === undefined) continue
    const x = valToPos(time, 'x', true)
    ctx.beginPath()
    ctx.moveTo(x, bbox.top + size)
    ctx.lineTo(x, bbox.top + bbox.height)
    ctx.stroke()
    ctx.beginPath()
    ctx.moveTo(x, bbox.top - size)
    ctx.lineTo(x + size, bbox.top)
    ctx.lineTo(x, bbox.top + size)
    ctx.lineTo(x - size, bbox.top)
    ctx.fill()
  }
  ctx.restore()
}

const options = (
  width: number,
  ticks: ReturnType<typeof ticksOf>,
  lines: number,
  onlyStep: boolean,
  compared: boolean,
  look: (looked: Looked | undefined) => void,
  marked: () => Iterable<number>,
): UPlot.Options => ({
  width,
  height: HEIGHT,
  // Half of the last label is to the right of the plot.
  padding: [null, Math.max(16, ((ticks[0]?.label.length ?? 0) / 2) * CHARACTER_PX + 4), null, null],
  legend: { show: false },
  cursor: { y: false, drag: { setScale: false, x: false, y: false } },
  scales: { y: { range: (_, __, max) => [0, levelsOf(max).at(-1) ?? 1] } },
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
      splits: ({ scales }) => levelsOf((scales.y?.max ?? 1) - 1),
      values: (_, values) => values.map(formatShort),
    },
  ],
  series: [
    {},
    ...Array.from({ length: lines }, (_, nth) => seriesOf(nth, lines === 1, onlyStep)).flat(),
    ...(compared
      ? [{ stroke: colour('--soft'), width: 1.5, dash: [5, 5], points: { show: false } }]
      : []),
  ],
  hooks: {
    draw: [(chart) => drawMarks(chart, marked())],
    setCursor: [
      ({ cursor: { idx, left = 0, top = 0 }, bbox }) =>
        look(
          idx == null || left < 0
            ? undefined
            : { step: idx, left: left + bbox.left / devicePixelRatio, top },
        ),
    ],
  },
})

/**
 * Clicks or visitors over time as an area, dashed in the open step, with those of the previous period as a dashed
 * line; or several lines.
 */
export function TimeChart(props: TimeChartProps) {
  const { steps, lines, before, measure, notes, interval, open, drawn } = props
  const { ref: sized, width } = useElementSize()
  const place = useRef<HTMLDivElement>(null)
  const chart = useRef<UPlot>(undefined)
  const scheme = useComputedColorScheme()
  const [looked, look] = useState<Looked>()
  const marked = useRef(notes)
  marked.current = notes
  const compared = before.length > 0
  const { length } = lines

  useEffect(() => {
    if (!place.current || width === 0) return
    const ticks = ticksOf(steps, interval, width / CHARACTER_PX)
    chart.current = new UPlot(
      options(width, ticks, length, steps.length === 1, compared, look, () =>
        marked.current.keys(),
      ),
      undefined,
      place.current,
    )
    return () => chart.current?.destroy()
  }, [steps, width, interval, length, compared, scheme])

  useEffect(() => {
    const data = [
      steps.map((step) => timeOf(step) / 1_000),
      ...lines.flatMap((line) => linesOf(steps, line[measure], open)),
      ...(compared ? [steps.map((_, nth) => before[nth] ?? null)] : []),
    ]
    chart.current?.setData(data as UPlot.AlignedData)
    if (chart.current) drawn?.()
  }, [steps, lines, before, measure, notes, open, width, interval, compared, scheme])

  const step = looked && steps[looked.step]
  return (
    <div ref={sized} className={classes.chart}>
      <div ref={place} aria-hidden="true" />
      {looked && step && (
        <ChartTip
          {...looked}
          width={width}
          lines={lines}
          measure={measure}
          before={before}
          notes={notes.get(looked.step) ?? []}
        >
          {nameOf(step, interval, open)}
        </ChartTip>
      )}
    </div>
  )
}
