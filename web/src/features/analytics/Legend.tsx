import { Button, Group, Text } from '@mantine/core'
import { text } from '#messages/analytics.ts'
import classes from './analytics.module.css'
import type { Line } from './compare.rules.ts'
import { FilterValue } from './FilterValue.tsx'
import { colorOf } from './line.rules.ts'
import { type Counts, type Measure, totalOf } from './measure.rules.ts'
import { formatKnown, inWords } from './visitor-text.rules.ts'

interface LegendProps {
  lines: readonly (Line & Counts)[]
  /** What the chart shows; the totals of the other are beside it. */
  measure: Measure
  stop: () => void
}

/** The compared lines with their colors and totals. */
export function Legend({ lines, measure, stop }: LegendProps) {
  const other = measure === 'clicks' ? 'visitors' : 'clicks'
  return (
    <Group gap="md" mt="sm" justify="space-between">
      <ul className={classes.lines} aria-label={text.compared}>
        {lines.map(({ kind, value, ...counts }, nth) => (
          <li key={value} data-legend>
            <i style={{ background: `var(${colorOf(nth)})` }} />
            <FilterValue name={kind} value={value} />{' '}
            <Text span size="sm" fw={600} className="number">
              {formatKnown(totalOf(counts)[measure])}
            </Text>
            <Text span size="sm" c="dimmed" className="number">
              {` · ${inWords[other](totalOf(counts))}`}
            </Text>
          </li>
        ))}
      </ul>
      <Button variant="subtle" size="compact-sm" onClick={stop}>
        {text.stopComparing}
      </Button>
    </Group>
  )
}
