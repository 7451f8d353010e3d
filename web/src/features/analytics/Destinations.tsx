import { Anchor, Button, Group, Skeleton, Stack, Text } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { text } from '#messages/analytics.ts'
import { text as parts } from '#messages/analytics-parts.ts'
import { text as words } from '#messages/shared.ts'
import { formatCount } from '../../shared/numbers.rules.ts'
import { Panel } from '../../shared/Panel.tsx'
import { ProblemNotice } from '../../shared/ProblemNotice.tsx'
import { plainUrl } from '../../shared/url-input.rules.ts'
import classes from './analytics.module.css'
import {
  type LinkDestinations,
  type Report,
  TOP_LINKS,
  useDestinations,
  type View,
} from './analytics.queries.ts'
import { Bars, BarsHead, Visitors } from './Bars.tsx'

const AllGroups = lazy(async () => ({ default: (await import('./AllGroups.tsx')).AllGroups }))
const SplitResult = lazy(async () => ({
  default: (await import('./SplitResult.tsx')).SplitResult,
}))
const PageChoice = lazy(async () => ({
  default: (await import('../../shared/PageChoice.tsx')).PageChoice,
}))
/** Links per page, once all links are shown. */
const PAGE = 25
/** Destinations per link, before all of them are shown. */
const SHOWN = 5

interface DestinationsProps {
  view: View
  /** The most clicked links, if loaded. */
  top: Report['destinations'] | undefined
  choose: (filter: string, value: string) => void
}

/** The most clicked links with their destinations; those of an A/B link are compared. */
export function Destinations({ view, top, choose }: DestinationsProps) {
  const key = JSON.stringify(view)
  const [opened, open] = useState({ key, page: 0 })
  const page = opened.key === key ? opened.page : 0
  const one = useDestinations(view, page - 1, PAGE, page > 0)
  const data = page > 0 ? one.data : top
  const { error, refetch } = one
  const total = top?.total ?? 0
  return (
    <section aria-label={text.destinations}>
      <Panel mb="md">
        <Text component="h2" fw={600} mb="sm">
          {text.destinations}
        </Text>
        <ProblemNotice error={error} retry={refetch} />
        {!data && !error && <Skeleton h={240} />}
        {data?.total === 0 && (
          <Text c="dimmed" size="sm" py="xl" ta="center">
            {text.noClicks}
          </Text>
        )}
        {data && data.total > 0 && <BarsHead />}
        <Stack gap="lg">
          {data?.items.map((link) => (
            <OfLink
              key={link.link_id}
              link={link}
              most={top?.items[0]?.clicks ?? link.clicks}
              view={view}
              choose={choose}
            />
          ))}
        </Stack>
        {total > TOP_LINKS && page === 0 && (
          <Button variant="subtle" size="compact-sm" mt="md" onClick={() => open({ key, page: 1 })}>
            {text.showLinks(total)}
          </Button>
        )}
        <Suspense>
          {page > 0 && (
            <PageChoice
              of={{ total, limit: PAGE }}
              page={page}
              change={(page) => open({ key, page })}
            >
              {words.countOfLinks(total)}
            </PageChoice>
          )}
        </Suspense>
      </Panel>
    </section>
  )
}

interface OfLinkProps extends Omit<DestinationsProps, 'top'> {
  link: LinkDestinations
  /** Clicks of the most clicked link, which are a full bar. */
  most: number
}

function OfLink({ link, most, view, choose }: OfLinkProps) {
  const [all, setAll] = useState(false)
  const { link_id, short_url, favicon, clicks, destination_count, destinations } = link
  const groups = destinations
    .slice(0, SHOWN)
    .map(({ url, ...it }) => ({ ...it, title: plainUrl(url), value: url }))
  const name = plainUrl(short_url)
  return (
    <div>
      <div className={classes.bar}>
        <Group gap="xs" wrap="nowrap" miw={0} flex={1}>
          <img src={favicon} alt="" width={16} height={16} loading="lazy" />
          <Anchor
            component="button"
            size="sm"
            fw={500}
            className="clip"
            title={parts.only(short_url)}
            onClick={() => choose('link_id', link_id)}
          >
            {name}
          </Anchor>
        </Group>
        <span className="number">
          {formatCount(clicks)} <span className={classes.percent} />
        </span>
        <Visitors of={link} />
      </div>
      <Bars groups={groups} whole={most} total={clicks} cut="front" />
      {destination_count > SHOWN && (
        <Button
          variant="subtle"
          size="compact-sm"
          mt={4}
          aria-label={text.showDestinations({
            destinations: formatCount(destination_count),
            link: name,
          })}
          onClick={() => setAll(true)}
        >
          {text.showAll(formatCount(destination_count))}
        </Button>
      )}
      <Suspense>{destination_count > 1 && <SplitResult linkId={link_id} view={view} />}</Suspense>
      <Suspense>
        {all && (
          <AllGroups
            title={text.destinationsOf(name)}
            view={{ ...view, link_id }}
            field="originals"
            total={clicks}
            choose={undefined}
            close={() => setAll(false)}
          />
        )}
      </Suspense>
    </div>
  )
}
