import { Button, Group, SimpleGrid, Text, Title } from '@mantine/core'
import { type ReactNode, useMemo } from 'react'
import { Link as To } from 'wouter'
import { text } from '#messages/link.ts'
import { text as words } from '#messages/shared.ts'
import { useTimeZone } from '../../api/me.ts'
import { countryName } from '../../shared/country.rules.ts'
import { ChartIcon } from '../../shared/icons.tsx'
import { Panel } from '../../shared/Panel.tsx'
import { ProblemNotice } from '../../shared/ProblemNotice.tsx'
import { TimeAgo } from '../../shared/TimeAgo.tsx'
import { plainUrl } from '../../shared/url-input.rules.ts'
import { useReport, type View } from '../analytics/analytics.queries.ts'
import { Bars, BarsHead } from '../analytics/Bars.tsx'
import { titleOf } from '../analytics/group-title.rules.ts'
import { totalOf } from '../analytics/measure.rules.ts'
import { NotedChart } from '../analytics/NotedChart.tsx'
import { rangeOf, today, toPeriod } from '../analytics/period.rules.ts'
import { fill, openStep, stepsOf } from '../analytics/series.rules.ts'
import { bothInWords } from '../analytics/visitor-text.rules.ts'
import classes from './LinkPage.module.css'
import { useRecentClicks } from './link-page.queries.ts'

const texts = text.clicks
const TOP = 5
const FIELDS = ['countries']

/** The clicks of a link in the last thirty days: over time, by place, by destination, the latest. */
export function LinkClicks({ id }: { id: string }) {
  const zone = useTimeZone()
  const now = today(zone, new Date())
  const range = useMemo(() => rangeOf('30d', now), [now])
  const view = useMemo<View>(
    () => ({ link_id: id, period: toPeriod(range), timezone: zone }),
    [id, range, zone],
  )
  const asked = {
    view,
    range,
    zone,
    interval: 'day',
    compare: 'no',
    fields: FIELDS,
    lines: [],
  } as const
  const { data, error, refetch } = useReport(asked)
  const counts = data?.clicks
  const shown = useMemo(() => {
    if (!counts || !range) return undefined
    const steps = stepsOf(range, 'day')
    const filled = fill(counts, steps, 'day')
    return { steps, lines: [filled], total: totalOf(filled) }
  }, [counts, range])
  const links = useMemo(() => [id], [id])
  const destinations = data?.destinations
  const countries = data?.groups.countries?.items.slice(0, TOP)
  return (
    <>
      <Panel p="md" component="section" aria-label={words.clicks}>
        <Group justify="space-between" mb="sm">
          <div>
            <Title order={2} size="h5">
              {texts.last30Days}
            </Title>
            <Text size="sm" c="dimmed">
              {shown ? bothInWords(shown.total) : texts.loading}
            </Text>
          </div>
          <Button
            component={To}
            href={`/analytics?link_id=${id}`}
            variant="default"
            leftSection={<ChartIcon />}
          >
            {texts.analytics}
          </Button>
        </Group>
        <ProblemNotice error={error} retry={refetch} />
        {(shown || !error) && (
          <NotedChart
            chart={
              shown && {
                steps: shown.steps,
                lines: shown.lines,
                before: NONE,
                measure: 'clicks',
                open: openStep('day', now),
              }
            }
            interval="day"
            range={range}
            zone={zone}
            links={links}
          />
        )}
      </Panel>
      <SimpleGrid cols={{ base: 1, xl: 2 }} spacing="md">
        <Part title={texts.topCountries} empty={countries?.length === 0}>
          <BarsHead percent={false} />
          <Bars groups={countries?.map((it) => ({ ...it, title: titleOf('countries', it) }))} />
        </Part>
        <Part title={texts.destinations} empty={destinations?.items.length === 0}>
          <BarsHead />
          <Bars
            cut="front"
            total={destinations?.items.reduce((sum, { clicks }) => sum + clicks, 0)}
            groups={destinations?.items
              .flatMap(({ destinations }) => destinations)
              .slice(0, TOP)
              .map(({ url, ...it }) => ({ ...it, title: plainUrl(url), value: url }))}
          />
        </Part>
      </SimpleGrid>
      <RecentClicks view={view} />
    </>
  )
}

const NONE: readonly number[] = []

interface PartProps {
  title: string
  empty: boolean
  children: ReactNode
}

const Part = ({ title, empty, children }: PartProps) => (
  <Panel p="md" component="section" aria-label={title}>
    <Title order={2} size="h5" mb="xs">
      {title}
    </Title>
    {empty ? (
      <Text size="sm" c="dimmed">
        {texts.none}
      </Text>
    ) : (
      children
    )}
  </Panel>
)

function RecentClicks({ view }: { view: View }) {
  const { data: clicks } = useRecentClicks(view)
  return (
    <Part title={texts.recent} empty={clicks?.length === 0}>
      <ul className={classes.recent}>
        {clicks?.map(({ id, created_at, city, country, browser, os, referer }) => (
          <li key={id}>
            <TimeAgo time={created_at} />
            <span className="clip">
              {[city, country && countryName(country)].filter(Boolean).join(', ') ||
                texts.unknownPlace}
            </span>
            <span className="clip">
              {browser && os
                ? texts.browserOn({ browser, os })
                : browser || os || texts.unknownProgram}
            </span>
            <span className="clip">{referer || texts.direct}</span>
          </li>
        ))}
      </ul>
    </Part>
  )
}
