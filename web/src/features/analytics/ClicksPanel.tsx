import { Alert, Button, Group, SegmentedControl, Text } from '@mantine/core'
import { useMemo, useRef, useState } from 'react'
import { text } from '#messages/analytics.ts'
import { DownloadIcon } from '../../shared/icons.tsx'
import { Panel } from '../../shared/Panel.tsx'
import type { Report } from './analytics.queries.ts'
import { ClicksTable } from './ClicksTable.tsx'
import { saveChart } from './chart-image.ts'
import { COMPARISONS, comparisonOf } from './compare.rules.ts'
import { Figures } from './Figures.tsx'
import { Legend } from './Legend.tsx'
import { NotedChart } from './NotedChart.tsx'
import { linksOf } from './note.rules.ts'
import { INTERVALS, type Interval, intervalOf, type Range } from './period.rules.ts'
import { fill, openStep, spanOf, stepsOf } from './series.rules.ts'
import { describe } from './time-name.rules.ts'

const STEPS_MAX = 5_000
const CHOICES = INTERVALS.map((value) => ({ value, label: text.intervals[value] }))
const COMPARISON_CHOICES = COMPARISONS.map((value) => ({ value, label: text.comparisons[value] }))

interface ClicksPanelProps {
  /** Undefined while loading. */
  report: Report | undefined
  /** The chosen step and period; the report keeps its own until the next one is loaded. */
  chosen: { interval: Interval; range: Range | undefined }
  zone: string
  filters: Record<string, string>
  change: (change: Record<string, string>) => void
  /** The numbers of groups, if loaded. */
  totals: { links: number | undefined; countries: number | undefined }
}

/** The number of clicks, over time, and compared with an earlier period or line by line. */
export function ClicksPanel({ report, chosen, zone, filters, change, totals }: ClicksPanelProps) {
  const { interval, range } = report ?? chosen
  const { now = '', earlier, clicks, clicksBefore, lines } = report ?? {}
  const shown = useMemo(() => {
    if (!clicks) return undefined
    const counts = [...clicks, ...(lines ?? []).flatMap(({ counts }) => counts)]
    const span = range ?? spanOf(counts, now.slice(0, 10))
    const steps = stepsOf(span, interval, now).slice(-STEPS_MAX)
    const all = { clicks: fill(clicks, steps, interval) }
    const compared = (lines ?? []).map((it) => ({
      ...it,
      clicks: fill(it.counts, steps, interval),
    }))
    return {
      ...all,
      span,
      steps,
      open: openStep(interval, now),
      lines: compared,
      drawn: compared.length > 0 ? compared : [all],
    }
  }, [clicks, lines, range, now, interval])
  const shownBefore = useMemo(
    () => (earlier && clicksBefore ? fill(clicksBefore, stepsOf(earlier, interval), interval) : []),
    [earlier, clicksBefore, interval],
  )
  const links = useMemo(() => linksOf(filters), [filters])
  const panel = useRef<HTMLDivElement>(null)
  const [drawn, setDrawn] = useState(false)

  return (
    <Panel mb="md" ref={panel}>
      <Figures
        clicks={shown?.clicks}
        before={clicksBefore ? shownBefore : undefined}
        steps={shown?.steps ?? []}
        interval={interval}
        totals={totals}
      />
      <Group justify="space-between" mt="md" gap="xs">
        <Text component="h2" fw={600}>
          {text.clicksOverTime}{' '}
          {shown && (
            <Text span size="sm" c="dimmed">
              {describe(shown.span)}
            </Text>
          )}
        </Text>
        <Button
          variant="subtle"
          size="compact-sm"
          leftSection={<DownloadIcon size={14} />}
          disabled={!shown || !drawn}
          onClick={() => shown && saveChart(panel.current, text.chartTitle(describe(shown.span)))}
        >
          {text.savePng}
        </Button>
      </Group>
      <Group justify="space-between" mt="xs" mb="md" gap="xs">
        <SegmentedControl
          size="xs"
          aria-label={text.steps}
          data={CHOICES}
          value={chosen.interval}
          onChange={(next) => change({ interval: next === intervalOf(chosen.range) ? '' : next })}
        />
        {range && shown?.lines.length === 0 && (
          <Group gap="xs">
            {earlier && (
              <Text size="xs" c="dimmed">
                {text.comparedWith(describe(earlier))}
              </Text>
            )}
            <SegmentedControl
              size="xs"
              aria-label={text.compareWith}
              data={COMPARISON_CHOICES}
              value={comparisonOf(filters.compare)}
              onChange={(compare) => change({ compare })}
            />
          </Group>
        )}
      </Group>
      {shown && shown.steps.length >= STEPS_MAX && (
        <Alert color="gray" mb="sm">
          {text.lastSteps(STEPS_MAX)}
        </Alert>
      )}
      <NotedChart
        chart={
          shown && {
            steps: shown.steps,
            lines: shown.drawn,
            before: shownBefore,
            open: shown.open,
            drawn: () => setDrawn(true),
          }
        }
        interval={interval}
        range={range}
        zone={zone}
        links={links}
      >
        {shown && shown.lines.length > 0 && (
          <Legend lines={shown.lines} stop={() => change({ line: '' })} />
        )}
      </NotedChart>
      {shown && <ClicksTable {...shown} interval={interval} />}
    </Panel>
  )
}
