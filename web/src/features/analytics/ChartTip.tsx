import type { ReactNode } from 'react'
import { text } from '#messages/analytics-parts.ts'
import classes from './analytics.module.css'
import type { Line } from './compare.rules.ts'
import { FilterValue } from './FilterValue.tsx'
import { colorOf } from './line.rules.ts'
import { type Counts, MEASURES, type Measure, type Values } from './measure.rules.ts'
import type { Note } from './note.rules.ts'
import { formatKnown, inWords } from './visitor-text.rules.ts'

/** The step under the pointer, and the position of the pointer in the chart. */
export interface Looked {
  step: number
  left: number
  top: number
}

/** A line of a chart; a compared one has a name. */
export type ShownLine = Partial<Line> & Counts

interface ChartTipProps extends Looked {
  width: number
  lines: readonly ShownLine[]
  /** What the chart shows. */
  measure: Measure
  before: Values
  /** The notes of the step. */
  notes: readonly Note[]
  /** The name of the step. */
  children: ReactNode
}

/** The values of a step, at the pointer. */
export function ChartTip(props: ChartTipProps) {
  const { step, left, top, width, lines, measure, before, notes, children } = props
  const earlier = before[step]
  const [alone] = lines.length === 1 ? lines : []
  return (
    <div
      className={classes.tip}
      style={{ left, top }}
      data-end={left > width / 2}
      aria-hidden="true"
    >
      {alone &&
        MEASURES.map((it) => (
          <div key={it}>
            {it === measure ? <b>{textOf(alone, it, step)}</b> : textOf(alone, it, step)}
          </div>
        ))}
      {children}
      {earlier !== undefined && <span> · {text.before(formatKnown(earlier))}</span>}
      {lines.map(({ kind, value, ...counts }, nth) =>
        kind && value ? (
          <div key={value} className="clip">
            <i style={{ background: `var(${colorOf(nth)})` }} />
            <b>{formatKnown(counts[measure][step] ?? null)}</b>{' '}
            <FilterValue name={kind} value={value} />
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

const textOf = ({ clicks, visitors }: Counts, measure: Measure, step: number): string =>
  inWords[measure]({ clicks: clicks[step] ?? 0, visitors: visitors[step] ?? null })
