import { Alert, Button, Group, SegmentedControl, Text } from '@mantine/core'
import { useMemo, useRef, useState } from 'react'
import { text } from '#messages/analytics.ts'
import { text as words } from '#messages/shared.ts'
import { DownloadIcon } from '../../shared/icons.tsx'
import { Panel } from '../../shared/Panel.tsx'
import type { Report } from './analytics.queries.ts'
import { ClicksTable } from './ClicksTable.tsx'
import { COMPARISONS, comparisonOf } from './compare.rules.ts'
import { Figures } from './Figures.tsx'
import { Legend } from './Legend.tsx'
import { measureOf, totalOf } from './measure.rules.ts'
import { NotedChart } from './NotedChart.tsx'
import { linksOf } from './note.rules.ts'
import { INTERVALS, type Interval, intervalOf, type Range } from './period.rules.ts'
import { fill, openStep, spanOf, stepsOf } from './series.rules.ts'
import { describe } from './time-name.rules.ts'
import { bothInWords } from './visitor-text.rules.ts'

const STEPS_MAX = 5_000
const CHOICES = INTERVALS.map((value) => ({ value, label: text.intervals[value] }))
const COMPARISON_CHOICES = COMPARISONS.map((value) => ({ value, label: text.comparisons[value] }))

const NONE: readonly number[] = []

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

/** The numbers of clicks and visitors, over time, and compared with an earlier period or line by line. */
export function ClicksPanel({ report, chosen, zone, filters, change, totals }: ClicksPanelProps) {
  const { interval, range } = report ?? chosen
  const { now = '', earlier, clicks, clicksBefore, lines } = report ?? {}
  const shown = useMemo(() => {
    if (!clicks) return undefined
    const counts = [...clicks, ...(lines ?? []).flatMap(({ counts }) => counts)]
    const span = range ?? spanOf(counts, now.slice(0, 10))
    const steps = stepsOf(span, interval, now).slice(-STEPS_MAX)
    const all = fill(clicks, steps, interval)
    const compared = (lines ?? []).map((it) => ({
      ...it,
      ...fill(it.counts, steps, interval),
    }))
    return {
      counts: all,
      span,
      steps,
      open: openStep(interval, now),
      lines: compared,
      drawn: compared.length > 0 ? compared : [all],
    }
  }, [clicks, lines, range, now, interval])
  const shownBefore = useMemo(
    () => earlier && clicksBefore && fill(clicksBefore, stepsOf(earlier, interval), interval),
    [earlier, clicksBefore, interval],
  )
  const measure = measureOf(filters.measure)
  const links = useMemo(() => linksOf(filters), [filters])
  const panel = useRef<HTMLDivElement>(null)
  const [drawn, setDrawn] = useState(false)

  const saveCsv = async () => (await import('./chart-csv.ts')).saveTable(panel.current)
  const savePng = async () => {
    if (!shown) return
    const counts = bothInWords(totalOf(shown.counts))
    const title = text.chartTitle({ measure: words[measure], span: describe(shown.span), counts })
    const { saveChart } = await import('./chart-image.ts')
    saveChart(panel.current, title)
  }

  return (
    <Panel mb="md" ref={panel}>
      <Figures
        counts={shown?.counts}
        before={shownBefore}
        measure={measure}
        setMeasure={(next) => change({ measure: next === 'clicks' ? '' : next })}
        steps={shown?.steps ?? []}
        interval={interval}
        totals={totals}
      />
      <Group justify="space-between" mt="md" gap="xs">
        <Text component="h2" fw={600}>
          {text.overTime[measure]}{' '}
          {shown && (
            <Text span size="sm" c="dimmed">
              {describe(shown.span)}
            </Text>
          )}
        </Text>
        <Group gap="xs">
          <Button
            variant="subtle"
            size="compact-sm"
            leftSection={<DownloadIcon size={14} />}
            disabled={!shown}
            onClick={saveCsv}
          >
            {text.saveCsv}
          </Button>
          <Button
            variant="subtle"
            size="compact-sm"
            leftSection={<DownloadIcon size={14} />}
            disabled={!shown || !drawn}
            onClick={savePng}
          >
            {text.savePng}
          </Button>
        </Group>
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
            before: shownBefore?.[measure] ?? NONE,
            measure,
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
          <Legend lines={shown.lines} measure={measure} stop={() => change({ line: '' })} />
        )}
      </NotedChart>
      {shown && <ClicksTable {...shown} measure={measure} interval={interval} />}
    </Panel>
  )
}
