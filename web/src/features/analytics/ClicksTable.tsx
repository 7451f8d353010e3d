import { Table, VisuallyHidden } from '@mantine/core'
import { text } from '#messages/analytics.ts'
import type { Line } from './compare.rules.ts'
import { FilterValue } from './FilterValue.tsx'
import type { Interval, Range } from './period.rules.ts'
import { describe, nameOf } from './time-name.rules.ts'

interface ClicksTableProps {
  span: Range
  steps: readonly string[]
  clicks: readonly number[]
  /** The compared lines, if any. */
  lines: readonly (Line & { clicks: readonly number[] })[]
  interval: Interval
  open: string
}

/** The numbers of the chart for screen readers. */
export function ClicksTable({ span, steps, clicks, lines, interval, open }: ClicksTableProps) {
  const columns = [clicks, ...lines.map((it) => it.clicks)]
  return (
    <VisuallyHidden>
      <Table>
        <caption>{text.tableCaption(describe(span))}</caption>
        {lines.length > 0 && (
          <thead>
            <tr>
              <th scope="col">{text.time}</th>
              <th scope="col">{text.all}</th>
              {lines.map(({ kind, value }) => (
                <th key={value} scope="col">
                  <FilterValue name={kind} value={value} />
                </th>
              ))}
            </tr>
          </thead>
        )}
        <tbody>
          {steps.map((step, index) =>
            columns.some((column) => column[index]) ? (
              <tr key={step}>
                <th scope="row">{nameOf(step, interval, open)}</th>
                <td>{clicks[index]}</td>
                {lines.map((line) => (
                  <td key={line.value}>{line.clicks[index]}</td>
                ))}
              </tr>
            ) : null,
          )}
        </tbody>
      </Table>
    </VisuallyHidden>
  )
}
