import { memo } from 'react'
import type { Counts } from '../analytics/measure.rules.ts'
import classes from './links.module.css'
import { sayCounts, toPath } from './spark.rules.ts'

const WIDTH = 88
const HEIGHT = 22
/** Margin for the stroke at the top and bottom. */
const PEN = 2

/** The clicks of the last days as a line. */
export const Sparkline = memo(function Sparkline({ days }: { days: Counts }) {
  const { clicks: values } = days
  const line = toPath(values, WIDTH, HEIGHT)
  const words = sayCounts(days)
  return (
    <svg
      role="img"
      aria-label={words}
      width={WIDTH}
      height={HEIGHT + 2 * PEN}
      viewBox={`0 ${-PEN} ${WIDTH} ${HEIGHT + 2 * PEN}`}
      className={classes.spark}
      data-empty={values.every((it) => it === 0)}
    >
      <title>{words}</title>
      <path d={`${line}V${HEIGHT}H0Z`} className={classes.area} />
      <path d={line} className={classes.pen} />
    </svg>
  )
})
