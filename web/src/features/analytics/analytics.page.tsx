import { Button, SimpleGrid, Skeleton, Text } from '@mantine/core'
import { lazy, Suspense, useMemo, useState } from 'react'
import { text } from '#messages/analytics.ts'
import { useOwnZone } from '../../api/me.ts'
import { useFilters } from '../../shared/filters.ts'
import { PulseIcon } from '../../shared/icons.tsx'
import { localTime } from '../../shared/local-time.rules.ts'
import { useNarrow } from '../../shared/media.ts'
import { PageHeader } from '../../shared/PageHeader.tsx'
import { Panel } from '../../shared/Panel.tsx'
import { ProblemNotice } from '../../shared/ProblemNotice.tsx'
import classes from './analytics.module.css'
import { useGroups, useReport, type View } from './analytics.queries.ts'
import { ClicksPanel } from './ClicksPanel.tsx'
import { comparisonOf, filterOf, LINES_MIN, linesIn } from './compare.rules.ts'
import { Destinations } from './Destinations.tsx'
import { type Dimension, PANELS, toFilterQuery } from './dimension.rules.ts'
import { ExportMenu } from './ExportMenu.tsx'
import { FilterBar } from './FilterBar.tsx'
import { GroupPanel } from './GroupPanel.tsx'
import { sum } from './measure.rules.ts'
import { PeriodPicker } from './PeriodPicker.tsx'
import { INTERVALS, intervalOf, rangeOf, toPeriod } from './period.rules.ts'
import { knownCount } from './series.rules.ts'
import { zoneOf } from './time-name.rules.ts'

const LivePanel = lazy(async () => ({ default: (await import('./LivePanel.tsx')).LivePanel }))
const WorldMap = lazy(async () => ({ default: (await import('./WorldMap.tsx')).WorldMap }))
/** Between the reports of the live view, whose figures follow the clicks. */
const LIVE_MS = 3_000
/** The dimensions of the map, the figures and the tabs that are selected at first. */
const FIELDS: readonly string[] = [
  ...new Set(['countries', 'links', ...PANELS.flatMap(({ dimensions: [it] }) => it?.field ?? [])]),
]

export function Page() {
  const [filters, change] = useFilters()
  const [opened, setOpened] = useState<Record<string, string>>({})
  const own = useOwnZone()
  const named = zoneOf(filters.timezone)
  const zone = named ?? own.zone
  const [now = '', time = ''] = localTime(zone, new Date()).split('T')
  const hour = time.slice(0, 2)
  const period = filters.period || '30d'
  const range = useMemo(() => rangeOf(period, now, hour), [period, now, hour])
  const panels = PANELS.map(({ id, dimensions }) => ({
    id,
    dimensions,
    open: (dimensions.find(({ field }) => field === opened[id]) ?? dimensions[0]) as Dimension,
  }))
  const interval = INTERVALS.find((it) => it === filters.interval) ?? intervalOf(range)
  const chosen = linesIn(filters)
  const lines = chosen.length < LINES_MIN ? [] : chosen
  // Figures and panels are those of what is compared.
  const view = useMemo<View>(() => {
    const query = toFilterQuery({ ...filters, ...filterOf(lines) })
    return { ...query, period: toPeriod(range), timezone: zone }
  }, [filters, range, zone])
  const compare = lines.length > 0 ? 'no' : comparisonOf(filters.compare)
  const report = useReport(
    { view, range, zone, interval, compare, fields: FIELDS, lines },
    filters.live ? LIVE_MS : undefined,
  )
  const total = report.data && sum(report.data.clicks.map(({ clicks }) => clicks))
  // Tabs that are selected later, so that nothing else is read again.
  const more = panels.map(({ open }) => open.field).filter((field) => !FIELDS.includes(field))
  const { data: added, error, refetch } = useGroups(view, more)
  const groups = report.data && { ...added, ...report.data.groups }
  const choose = (filter: string, value: string) => change({ [filter]: value })

  // On phones, the figures come before what changes them.
  const narrow = useNarrow()
  const controls = <FilterBar filters={filters} change={change} />
  return (
    <>
      <PageHeader title={text.title}>
        <Button
          variant={filters.live ? 'light' : 'default'}
          aria-pressed={Boolean(filters.live)}
          leftSection={<PulseIcon />}
          onClick={() => change({ live: filters.live ? '' : 'yes' })}
        >
          {text.live}
        </Button>
        <ExportMenu view={view} />
        <PeriodPicker
          period={period}
          zone={zone}
          owner={named ? 'address' : own.owner}
          now={now}
          change={change}
        />
      </PageHeader>
      {!narrow && controls}
      <Suspense>{filters.live && <LivePanel view={view} />}</Suspense>
      <ProblemNotice
        mb="md"
        error={report.error ?? error}
        retry={() => Promise.all([report.refetch(), more.length > 0 && refetch()])}
      />
      <div className={classes.view} aria-busy={report.isPlaceholderData}>
        <ClicksPanel
          report={report.data}
          chosen={{ interval, range }}
          zone={zone}
          filters={filters}
          change={change}
          totals={{
            links: groups?.links?.total,
            countries: groups?.countries && knownCount(groups.countries),
          }}
        />
        {narrow && <div data-controls>{controls}</div>}
        <SimpleGrid cols={{ base: 1, md: 2 }} spacing="md" mb="md">
          <Panel>
            <div className={classes.place}>
              <Text component="h2" fw={600} mb="sm">
                {text.map}
              </Text>
              <Suspense fallback={<Skeleton h={240} />}>
                <WorldMap
                  countries={groups?.countries?.items ?? []}
                  choose={(code) => choose('country', code)}
                />
              </Suspense>
            </div>
          </Panel>
          {panels.map(({ id, dimensions, open }) => (
            <GroupPanel
              key={id}
              name={text.panels[id]}
              dimensions={dimensions}
              open={open}
              groups={groups?.[open.field]}
              total={total}
              setOpen={(field) => setOpened({ ...opened, [id]: field })}
              choose={choose}
              view={view}
            />
          ))}
        </SimpleGrid>
        <Destinations view={view} top={report.data?.destinations} choose={choose} />
      </div>
    </>
  )
}
