import {
  Alert,
  Group,
  SegmentedControl,
  Skeleton,
  Switch,
  Table,
  VisuallyHidden,
} from '@mantine/core'
import { lazy, Suspense, useMemo } from 'react'
import { Panel } from '../../shared/Panel.tsx'
import { ProblemNotice } from '../../shared/ProblemNotice.tsx'
import { useClicks, type View } from './analytics.queries.ts'
import { Figures } from './Figures.tsx'
import {
  before,
  describe,
  INTERVALS,
  type Interval,
  intervalOf,
  localTime,
  type Range,
  toPeriod,
} from './period.rules.ts'
import { fill, nameOf, openStep, spanOf, stepsOf } from './series.rules.ts'

const TimeChart = lazy(async () => ({ default: (await import('./TimeChart.tsx')).TimeChart }))
const STEPS_MAX = 5_000
const NAMES: Record<Interval, string> = {
  hour: 'Hours',
  day: 'Days',
  week: 'Weeks',
  month: 'Months',
}
const CHOICES = INTERVALS.map((value) => ({ value, label: NAMES[value] }))

interface ClicksPanelProps {
  view: View
  /** Undefined means all time. */
  range: Range | undefined
  zone: string
  filters: Record<string, string>
  change: (change: Record<string, string>) => void
  /** The numbers of groups, if loaded. */
  totals: { links: number | undefined; countries: number | undefined }
}

/** The number of clicks, over time, and compared with the previous period. */
export function ClicksPanel({ view, range, zone, filters, change, totals }: ClicksPanelProps) {
  const interval = INTERVALS.find((it) => it === filters.interval) ?? intervalOf(range)
  const current = useClicks(view, interval)
  // The time of the counts: the last step and the compared period end there.
  const now = localTime(zone, new Date(current.dataUpdatedAt || Date.now()))
  const earlier = useMemo(
    () => (range && filters.compare !== 'no' ? before(range, now) : undefined),
    [range, now, filters.compare],
  )
  const previous = useClicks(
    { ...view, period: toPeriod(earlier) },
    interval,
    earlier !== undefined && current.dataUpdatedAt > 0,
  )

  const shown = useMemo(() => {
    if (!current.data) return undefined
    const span = range ?? spanOf(current.data, now.slice(0, 10))
    const steps = stepsOf(span, interval, now).slice(-STEPS_MAX)
    return { span, steps, clicks: fill(current.data, steps, interval) }
  }, [current.data, range, now, interval])
  const shownBefore = useMemo(
    () =>
      earlier && previous.data ? fill(previous.data, stepsOf(earlier, interval), interval) : [],
    [earlier, previous.data, interval],
  )
  const open = openStep(interval, now)

  return (
    <Panel mb="md">
      <Figures
        clicks={shown?.clicks}
        before={earlier && previous.data ? shownBefore : undefined}
        steps={shown?.steps ?? []}
        interval={interval}
        totals={totals}
      />
      <Group justify="space-between" my="md" gap="xs">
        <SegmentedControl
          size="xs"
          aria-label="Steps"
          data={CHOICES}
          value={interval}
          onChange={(next) => change({ interval: next === intervalOf(range) ? '' : next })}
        />
        {range && (
          <Switch
            size="xs"
            label={
              earlier ? `Compared with ${describe(earlier)}` : 'Compare with the period before'
            }
            checked={earlier !== undefined}
            onChange={({ currentTarget }) => change({ compare: currentTarget.checked ? '' : 'no' })}
          />
        )}
      </Group>
      <ProblemNotice error={current.error ?? previous.error} retry={current.refetch} />
      {shown && shown.steps.length >= STEPS_MAX && (
        <Alert color="gray" mb="sm">
          Only the last {STEPS_MAX} steps are shown. Choose longer steps to see all of them.
        </Alert>
      )}
      <Suspense fallback={<Skeleton h={260} />}>
        {shown ? (
          <TimeChart {...shown} before={shownBefore} interval={interval} open={open} />
        ) : (
          !current.error && <Skeleton h={260} />
        )}
      </Suspense>
      {shown && (
        <VisuallyHidden>
          <Table>
            <caption>Clicks, {describe(shown.span)}; times without any are left out</caption>
            <tbody>
              {shown.steps.map((step, index) =>
                shown.clicks[index] ? (
                  <tr key={step}>
                    <th scope="row">{nameOf(step, interval, open)}</th>
                    <td>{shown.clicks[index]}</td>
                  </tr>
                ) : null,
              )}
            </tbody>
          </Table>
        </VisuallyHidden>
      )}
    </Panel>
  )
}
