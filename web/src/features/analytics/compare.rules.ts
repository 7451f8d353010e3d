import { type Filters, joined, valuesOf } from '../../shared/filter-values.rules.ts'

/** The filters whose values can be compared. */
export const KINDS = ['link_id', 'domain_id', 'tag_id'] as const
export type Kind = (typeof KINDS)[number]

/** A line of the chart: the clicks with one value of a filter. */
export interface Line {
  kind: Kind
  value: string
}

export const LINES_MIN = 2
export const LINES_MAX = 5
const LINE = /^(link_id|domain_id|tag_id):([1-9]\d{0,15})$/
const textOf = ({ kind, value }: Line): string => `${kind}:${value}`

/** The lines in the URL, all of one kind; invalid ones are omitted. */
export function linesIn({ line }: Filters): Line[] {
  const lines = valuesOf(line).flatMap((text) => {
    const [, kind, value = ''] = LINE.exec(text) ?? []
    return kind ? [{ kind: kind as Kind, value }] : []
  })
  return lines.filter(({ kind }) => kind === lines[0]?.kind).slice(0, LINES_MAX)
}

/** The filter for the clicks of all lines. */
export const filterOf = (lines: readonly Line[]): Filters =>
  lines[0] ? { [lines[0].kind]: joined(lines.map(({ value }) => value)) } : {}

/** The lines with one more, or without it if they contain it; a line of another kind replaces them. */
export function toggle(filters: Filters, line: Line): Filters {
  const lines = linesIn(filters).filter(({ kind }) => kind === line.kind)
  const others = lines.filter(({ value }) => value !== line.value)
  const next = others.length < lines.length ? others : [...lines, line]
  return { line: joined(next.slice(0, LINES_MAX).map(textOf)) }
}

/** What a period is compared with, by its value in the URL. */
export const COMPARISONS = ['', 'year', 'no'] as const
export type Comparison = (typeof COMPARISONS)[number]

export const comparisonOf = (text = ''): Comparison =>
  text === 'year' || text === 'no' ? text : ''
