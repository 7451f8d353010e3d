import { Badge, Group, SimpleGrid, Skeleton, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { text } from '#messages/analytics.ts'
import { text as words } from '#messages/shared.ts'
import { formatCount, formatShort } from '../../shared/numbers.rules.ts'
import type { Interval } from './period.rules.ts'
import { changeOf, sum } from './series.rules.ts'
import { nameOf } from './time-name.rules.ts'

interface FiguresProps {
  /** Clicks per step; undefined while loading. */
  clicks: readonly number[] | undefined
  before: readonly number[] | undefined
  steps: readonly string[]
  interval: Interval
  totals: { links: number | undefined; countries: number | undefined }
}

/** Four key figures of a period. */
export function Figures({ clicks, before, steps, interval, totals }: FiguresProps) {
  const total = clicks && sum(clicks)
  const most = clicks && Math.max(0, ...clicks)
  const busiest = most ? steps[clicks.indexOf(most)] : undefined
  return (
    <SimpleGrid cols={{ base: 2, md: 4 }} spacing="md">
      <Figure name={words.clicks} value={total}>
        {total !== undefined && before && <Change now={total} before={sum(before)} />}
      </Figure>
      <Figure name={text.figures.mostIn[interval]} value={most}>
        {busiest && (
          <Text size="xs" c="dimmed">
            {nameOf(busiest, interval)}
          </Text>
        )}
      </Figure>
      <Figure name={text.figures.linksClicked} value={totals.links} />
      <Figure name={text.figures.countries} value={totals.countries} />
    </SimpleGrid>
  )
}

interface FigureProps {
  name: string
  value: number | undefined
  children?: ReactNode
}

function Figure({ name, value, children }: FigureProps) {
  return (
    <div>
      <Text size="sm" c="dimmed">
        {name}
      </Text>
      {value === undefined ? (
        <Skeleton h={34} w={90} my={2} />
      ) : (
        <Group gap="xs" align="center">
          <Text size="1.75rem" lh={1.3} fw={600} className="number" title={formatCount(value)}>
            {value < 100_000 ? formatCount(value) : formatShort(value)}
          </Text>
          {children}
        </Group>
      )}
    </div>
  )
}

function Change({ now, before }: { now: number; before: number }) {
  const change = changeOf(now, before)
  if (change === undefined) {
    return (
      <Text size="xs" c="dimmed" title={text.figures.noClicksBefore}>
        —
      </Text>
    )
  }
  const percent = Math.round(Math.abs(change) * 100)
  const word =
    percent === 0
      ? text.figures.noChange
      : `${change > 0 ? '↑' : '↓'} ${text.percent(formatCount(percent))}`
  return (
    <Badge
      variant="default"
      tt="none"
      fw={500}
      c={change < 0 ? 'dimmed' : 'var(--good)'}
      title={text.figures.clicksBefore(formatCount(before))}
    >
      {word}
    </Badge>
  )
}
