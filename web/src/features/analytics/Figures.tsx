import { Badge, Group, SimpleGrid, Skeleton, Text, UnstyledButton } from '@mantine/core'
import type { ReactNode } from 'react'
import { text } from '#messages/analytics.ts'
import { text as words } from '#messages/shared.ts'
import { formatCount, formatPercent, formatShort } from '../../shared/numbers.rules.ts'
import classes from './analytics.module.css'
import {
  type Counts,
  changeOf,
  isWhole,
  MEASURES,
  type Measure,
  totalOf,
  type Values,
} from './measure.rules.ts'
import type { Interval } from './period.rules.ts'
import { nameOf } from './time-name.rules.ts'
import { formatKnown } from './visitor-text.rules.ts'

interface FiguresProps {
  /** Clicks and visitors per step; undefined while loading. */
  counts: Counts | undefined
  before: Counts | undefined
  measure: Measure
  setMeasure: (measure: Measure) => void
  steps: readonly string[]
  interval: Interval
  totals: { links: number | undefined; countries: number | undefined }
}

/** Five key figures of a period; the first two select what the chart shows. */
export function Figures(props: FiguresProps) {
  const { counts, before, measure, setMeasure, steps, interval, totals } = props
  const total = counts && totalOf(counts)
  const most = counts && mostOf(counts[measure])
  const busiest = most && steps[counts[measure].indexOf(most)]
  return (
    <SimpleGrid cols={{ base: 2, sm: 3, lg: 5 }} spacing="md" className={classes.figures}>
      {MEASURES.map((it) => (
        <UnstyledButton
          key={it}
          className={classes.figure}
          aria-pressed={it === measure}
          title={text.figures.show[it]}
          onClick={() => setMeasure(it)}
        >
          <Figure name={words[it]} value={total?.[it]}>
            {counts && before && <Change of={it} counts={counts} before={before} />}
          </Figure>
        </UnstyledButton>
      ))}
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

/** The highest known value; null if none is known. */
function mostOf(values: Values): number | null {
  const known = values.filter((it) => it !== null)
  return known.length > 0 || values.length === 0 ? Math.max(0, ...known) : null
}

interface FigureProps {
  name: string
  /** Null if it is unknown, undefined while loading. */
  value: number | null | undefined
  children?: ReactNode
}

const formatLarge = (value: number) => (value < 100_000 ? formatCount(value) : formatShort(value))

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
          <Text size="1.75rem" lh={1.3} fw={600} className="number" title={formatKnown(value)}>
            {formatKnown(value, formatLarge)}
          </Text>
          {children}
        </Group>
      )}
    </div>
  )
}

interface ChangeProps {
  of: Measure
  counts: Counts
  before: Counts
}

/** The change to the previous period; that of visitors only if they were counted in both. */
function Change({ of, counts, before }: ChangeProps) {
  const now = totalOf(counts)[of]
  if (now === null) return null
  const value = totalOf(before)[of] ?? 0
  const known = of === 'clicks' || (isWhole(counts) && isWhole(before))
  const change = known ? changeOf(now, value) : undefined
  if (change === undefined) {
    return (
      <Text
        size="xs"
        c="dimmed"
        title={known ? text.figures.noneBefore[of] : text.figures.notAllKnown}
      >
        —
      </Text>
    )
  }
  const percent = Math.round(Math.abs(change) * 100)
  const word =
    percent === 0
      ? text.figures.noChange
      : `${change > 0 ? '↑' : '↓'} ${formatPercent(percent / 100)}`
  return (
    <Badge
      variant="default"
      tt="none"
      fw={500}
      c={change < 0 ? 'dimmed' : 'var(--good)'}
      title={text.figures.before(formatCount(value))}
    >
      {word}
    </Badge>
  )
}
