import { Group, Text } from '@mantine/core'
import { text as page } from '#messages/analytics.ts'
import { text } from '#messages/analytics-live.ts'
import { countryName } from '../../shared/country.rules.ts'
import { Panel } from '../../shared/Panel.tsx'
import classes from './analytics.module.css'
import type { View } from './analytics.queries.ts'
import type { Click } from './live.rules.ts'
import { useLive } from './live.ts'

/** Filters that the stream does not support. */
const UNFILTERED = ['folder_id', 'folder_id_not', 'tag_id', 'tag_id_not', 'search']

/** Live clicks, with a pulse for each. */
export function LivePanel({ view }: { view: View }) {
  const { clicks, count, state } = useLive(view)
  const unfiltered = UNFILTERED.some((name) => view[name] !== undefined)
  return (
    <Panel mb="md">
      <Group gap="xs" mb={clicks.length > 0 ? 'sm' : 0}>
        <span key={count} className={classes.pulse} data-beat={count > 0 || undefined} />
        <Text fw={600}>{page.live}</Text>
        <Text size="sm" c="dimmed" role="status">
          {count > 0 && state === 'listening' ? text.fresh(count) : text[state]}
        </Text>
        {unfiltered && (
          <Text size="sm" c="dimmed">
            {text.someFiltersIgnored}
          </Text>
        )}
      </Group>
      <ul className={classes.clicks}>
        {clicks.map((click) => (
          <LiveClick key={click.id} click={click} />
        ))}
      </ul>
    </Panel>
  )
}

function LiveClick({ click }: { click: Click }) {
  const { city, browser, os } = click
  const country = click.country && countryName(click.country)
  const place = [city, country].filter(Boolean).join(', ')
  const program = browser && os ? text.program({ browser, system: os }) : browser || os
  return (
    <li className={classes.click}>
      <time dateTime={click.created_at}>{new Date(click.created_at).toLocaleTimeString()}</time>
      <span className="clip">
        {click.domain}/{click.slug}
      </span>
      <span className="clip">{place || text.unknownPlace}</span>
      <span className="clip">
        {program || text.unknownProgram} · {click.referer || text.direct}
      </span>
    </li>
  )
}
