import { Button, SimpleGrid, Skeleton } from '@mantine/core'
import { lazy, Suspense, useMemo, useState } from 'react'
import { useFilters } from '../../shared/filters.ts'
import { PulseIcon } from '../../shared/icons.tsx'
import { PageHeader } from '../../shared/PageHeader.tsx'
import { Panel } from '../../shared/Panel.tsx'
import { ProblemNotice } from '../../shared/ProblemNotice.tsx'
import { useGroups, type View } from './analytics.queries.ts'
import { ClicksPanel } from './ClicksPanel.tsx'
import { Destinations } from './Destinations.tsx'
import { type Dimension, PANELS, toFilterQuery } from './dimension.rules.ts'
import { ExportMenu } from './ExportMenu.tsx'
import { FilterBar } from './FilterBar.tsx'
import { GroupPanel } from './GroupPanel.tsx'
import { LivePanel } from './LivePanel.tsx'
import { PeriodPicker } from './PeriodPicker.tsx'
import { rangeOf, today, toPeriod } from './period.rules.ts'
import { knownCount } from './series.rules.ts'

const WorldMap = lazy(async () => ({ default: (await import('./WorldMap.tsx')).WorldMap }))
const OWN_ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone

export function Page() {
  const [filters, change] = useFilters()
  const [opened, setOpened] = useState<Record<string, string>>({})
  const zone = zoneOf(filters.timezone)
  const now = today(zone, new Date())
  const period = filters.period || '30d'
  const range = useMemo(() => rangeOf(period, now), [period, now])
  const view = useMemo<View>(
    () => ({ ...toFilterQuery(filters), period: toPeriod(range), timezone: zone }),
    [filters, range, zone],
  )

  const panels = PANELS.map(({ name, dimensions }) => ({
    name,
    dimensions,
    open: (dimensions.find(({ field }) => field === opened[name]) ?? dimensions[0]) as Dimension,
  }))
  // The dimensions of the map, the figures and the selected tabs.
  const fields = [...new Set(['countries', 'links', ...panels.map(({ open }) => open.field)])]
  const { data: groups, error, refetch } = useGroups(view, fields)
  const choose = (filter: string, value: string) => change({ [filter]: value })

  return (
    <>
      <PageHeader title="Analytics">
        <Button
          variant={filters.live ? 'light' : 'default'}
          aria-pressed={Boolean(filters.live)}
          leftSection={<PulseIcon />}
          onClick={() => change({ live: filters.live ? '' : 'yes' })}
        >
          Live
        </Button>
        <ExportMenu view={view} />
        <PeriodPicker period={period} zone={zone} now={now} change={change} />
      </PageHeader>
      <FilterBar filters={filters} change={change} />
      {filters.live && <LivePanel view={view} />}
      <ClicksPanel
        view={view}
        range={range}
        zone={zone}
        filters={filters}
        change={change}
        totals={{
          links: groups?.links?.total,
          countries: groups?.countries && knownCount(groups.countries),
        }}
      />
      <ProblemNotice error={error} retry={refetch} />
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="md" mb="md">
        <Panel>
          <Suspense fallback={<Skeleton h={240} />}>
            <WorldMap
              countries={groups?.countries?.items ?? []}
              choose={(code) => choose('country', code)}
            />
          </Suspense>
        </Panel>
        {panels.map(({ name, dimensions, open }) => (
          <GroupPanel
            key={name}
            name={name}
            dimensions={dimensions}
            open={open}
            groups={groups?.[open.field]}
            setOpen={(field) => setOpened({ ...opened, [name]: field })}
            choose={choose}
            view={view}
          />
        ))}
      </SimpleGrid>
      <Destinations view={view} choose={choose} />
    </>
  )
}

/** The time zone in the URL, or the user's own. */
function zoneOf(name: string | undefined): string {
  if (!name) return OWN_ZONE
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone
  } catch {
    return OWN_ZONE
  }
}
