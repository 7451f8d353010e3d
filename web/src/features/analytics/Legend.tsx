import { Button, Group, Text } from '@mantine/core'
import { text } from '#messages/analytics.ts'
import { formatCount } from '../../shared/numbers.rules.ts'
import classes from './analytics.module.css'
import type { Line } from './compare.rules.ts'
import { FilterValue } from './FilterValue.tsx'
import { colorOf } from './line.rules.ts'
import { sum } from './series.rules.ts'

interface LegendProps {
  lines: readonly (Line & { clicks: readonly number[] })[]
  stop: () => void
}

/** The compared lines with their colors and totals. */
export function Legend({ lines, stop }: LegendProps) {
  return (
    <Group gap="md" mt="sm" justify="space-between">
      <ul className={classes.lines} aria-label={text.compared}>
        {lines.map(({ kind, value, clicks }, nth) => (
          <li key={value} data-legend>
            <i style={{ background: `var(${colorOf(nth)})` }} />
            <FilterValue name={kind} value={value} />{' '}
            <Text span size="sm" fw={600} className="number">
              {formatCount(sum(clicks))}
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
