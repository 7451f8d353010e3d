import { Anchor, Button, Group, Skeleton, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { formatCount } from '../../shared/numbers.rules.ts'
import { Panel } from '../../shared/Panel.tsx'
import { ProblemNotice } from '../../shared/ProblemNotice.tsx'
import { type Original, useOriginals, type View } from './analytics.queries.ts'
import { Bars } from './Bars.tsx'
import { SplitResult } from './SplitResult.tsx'

const TOP = 8

interface OriginalsProps {
  view: View
  choose: (filter: string, value: string) => void
}

/** Destinations of the most clicked links; those of one link are compared. */
export function Originals({ view, choose }: OriginalsProps) {
  const { data, error, refetch } = useOriginals(view)
  const [all, setAll] = useState(false)
  const links = Map.groupBy(data?.items ?? [], ({ link_id }) => link_id)
  const shown = [...links.values()].slice(0, all ? undefined : TOP)
  return (
    <Panel mb="md">
      <Text fw={600} mb="sm">
        Destinations
      </Text>
      <ProblemNotice error={error} retry={refetch} />
      {!data && !error && <Skeleton h={240} />}
      {data?.total === 0 && (
        <Text c="dimmed" size="sm" py="xl" ta="center">
          No clicks in this period
        </Text>
      )}
      <Stack gap="lg">
        {shown.map((variants) => (
          <Destinations key={variants[0]?.link_id} variants={variants} choose={choose} />
        ))}
      </Stack>
      {links.size > TOP && !all && (
        <Button variant="subtle" size="compact-sm" mt="md" onClick={() => setAll(true)}>
          Show {links.size} links
        </Button>
      )}
    </Panel>
  )
}

interface DestinationsProps {
  /** Destinations of one link, most clicks first; never empty. */
  variants: Original[]
  choose: OriginalsProps['choose']
}

function Destinations({ variants, choose }: DestinationsProps) {
  const total = variants.reduce((sum, { clicks }) => sum + clicks, 0)
  const { link_id, short_url, favicon } = variants[0] as Original
  const groups = variants.map(({ url, clicks }) => ({ title: url, value: url, clicks }))
  return (
    <div>
      <Group justify="space-between" wrap="nowrap" mb={4}>
        <Group gap="xs" wrap="nowrap" miw={0}>
          <img src={favicon} alt="" width={16} height={16} loading="lazy" />
          <Anchor
            component="button"
            size="sm"
            fw={500}
            className="clip"
            title={`Only ${short_url}`}
            onClick={() => choose('link_id', link_id)}
          >
            {short_url.replace(/^https?:\/\//, '')}
          </Anchor>
        </Group>
        <Text size="sm" className="number">
          {formatCount(total)}
        </Text>
      </Group>
      <Bars groups={groups} whole={total} />
      {variants.length > 1 && <SplitResult linkId={link_id} variants={variants} />}
    </div>
  )
}
