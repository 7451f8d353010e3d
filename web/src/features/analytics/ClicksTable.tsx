import { Table, VisuallyHidden } from '@mantine/core'
import { text } from '#messages/analytics.ts'
import { text as words } from '#messages/shared.ts'
import type { Line } from './compare.rules.ts'
import { FilterValue } from './FilterValue.tsx'
import { type Counts, MEASURES, type Measure } from './measure.rules.ts'
import type { Interval, Range } from './period.rules.ts'
import { describe, nameOf } from './time-name.rules.ts'
import { formatKnown } from './visitor-text.rules.ts'

interface ClicksTableProps {
  span: Range
  steps: readonly string[]
  counts: Counts
  /** The compared lines, if any. */
  lines: readonly (Line & Counts)[]
  /** What is shown of compared lines. */
  measure: Measure
  interval: Interval
  open: string
}

/** The numbers of the chart for screen readers and its CSV file. */
export function ClicksTable(props: ClicksTableProps) {
  const { span, steps, counts, lines, measure, interval, open } = props
  const columns =
    lines.length === 0
      ? MEASURES.map((it) => ({ key: it, head: words[it], values: counts[it] }))
      : [
          { key: '', head: text.all, values: counts[measure] },
          ...lines.map(({ kind, value, ...line }) => ({
            key: value,
            head: <FilterValue name={kind} value={value} />,
            values: line[measure],
          })),
        ]
  const title = lines.length === 0 ? text.both : words[measure]
  return (
    <VisuallyHidden>
      <Table>
        <caption>{text.tableCaption({ measure: title, span: describe(span) })}</caption>
        <thead>
          <tr>
            <th scope="col">{text.time}</th>
            {columns.map(({ key, head }) => (
              <th key={key} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {steps.map((step, nth) =>
            counts.clicks[nth] ? (
              <tr key={step}>
                <th scope="row">
                  <time dateTime={step}>{nameOf(step, interval, open)}</time>
                </th>
                {columns.map(({ key, values }) => (
                  <td key={key}>{formatKnown(values[nth] ?? null, String)}</td>
                ))}
              </tr>
            ) : null,
          )}
        </tbody>
      </Table>
    </VisuallyHidden>
  )
}
