import type { ReactNode } from 'react'
import { text } from '#messages/analytics-parts.ts'
import { formatCount } from '../../shared/numbers.rules.ts'
import classes from './analytics.module.css'
import type { Line } from './compare.rules.ts'
import { FilterValue } from './FilterValue.tsx'
import { colorOf } from './line.rules.ts'
import type { Note } from './note.rules.ts'

/** The step under the pointer, and the position of the pointer in the chart. */
export interface Looked {
  step: number
  left: number
  top: number
}

/** A line of a chart; a compared one has a name. */
export type ShownLine = Partial<Line> & { clicks: readonly number[] }

interface ChartTipProps extends Looked {
  width: number
  lines: readonly ShownLine[]
  before: readonly number[]
  /** The notes of the step. */
  notes: readonly Note[]
  /** The name of the step. */
  children: ReactNode
}

/** The values of a step, at the pointer. */
export function ChartTip(props: ChartTipProps) {
  const { step, left, top, width, lines, before, notes, children } = props
  const earlier = before[step]
  return (
    <div
      className={classes.tip}
      style={{ left, top }}
      data-end={left > width / 2}
      aria-hidden="true"
    >
      {lines.length === 1 && <b>{formatCount(lines[0]?.clicks[step] ?? 0)} </b>}
      {children}
      {earlier !== undefined && <span> · {text.before(formatCount(earlier))}</span>}
      {lines.map(({ kind, value, clicks }, nth) =>
        kind && value ? (
          <div key={value} className="clip">
            <i style={{ background: `var(${colorOf(nth)})` }} />
            <b>{formatCount(clicks[step] ?? 0)}</b> <FilterValue name={kind} value={value} />
          </div>
        ) : null,
      )}
      {notes.map(({ id, text }) => (
        <div key={id} className={classes.note}>
          <i />
          {text}
        </div>
      ))}
    </div>
  )
}
