import { figureOf, type Goal, guardOf, isMet, median, type Row } from './bench.ts'

/** A judged row of the table. */
export interface Result {
  work: string
  unit: string
  reference: number | null
  ours: number
  /** The ratio to the reference, if there is one. */
  ratio: number | null
  goal: Goal
  met: boolean
  note: string
}

/** Evaluates a row: medians, and whether it meets its goal, or in the short form its guard. */
export function judge(row: Row, quick: boolean): Result {
  const { work, unit, ours, reference, goal, note = '' } = row
  const asked = quick ? guardOf(row) : goal
  const value = figureOf(row)
  return {
    work,
    unit,
    reference: reference ? round(median(reference)) : null,
    ours: round(median(ours)),
    ratio: reference ? round(value) : null,
    goal: asked,
    met: isMet(value, asked),
    note,
  }
}

/** Rounds to three significant digits, and to integers above a thousand. */
const round = (value: number): number =>
  Math.abs(value) >= 1_000 ? Math.round(value) : Number(value.toPrecision(3))

const text = (value: number): string => value.toLocaleString('en', { maximumSignificantDigits: 6 })

const goalText = (goal: Goal, unit: string): string =>
  'atLeast' in goal ? `≥ ${text(goal.atLeast)}${unit}` : `≤ ${text(goal.atMost)}${unit}`

export const TABLE_HEAD = ['work', 'reference', 'ours', 'ratio', 'goal', 'met'] as const

/** The cells of one row. */
export function cells({ work, unit, reference, ours, ratio, goal, met }: Result): string[] {
  return [
    work,
    reference === null ? '–' : `${text(reference)} ${unit}`,
    `${text(ours)} ${unit}`,
    ratio === null ? '–' : ratio.toFixed(2),
    goalText(goal, ratio === null ? ` ${unit}` : ''),
    met ? 'yes' : '**no**',
  ]
}

/** A Markdown table with aligned columns, readable in a terminal. */
export function table(
  rows: readonly (readonly string[])[],
  head: readonly string[] = TABLE_HEAD,
): string {
  const all = [head, ...rows]
  const widths = head.map((_, i) => Math.max(...all.map((row) => row[i]?.length ?? 0)))
  const line = (row: readonly string[]) =>
    `| ${row.map((cell, i) => cell.padEnd(widths[i] ?? 0)).join(' | ')} |`
  const rule = `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`
  return [line(head), rule, ...rows.map(line)].join('\n')
}

/** The median CPU time as text in microseconds. */
export const microseconds = (values: readonly number[]): string => `${median(values).toFixed(1)} µs`
