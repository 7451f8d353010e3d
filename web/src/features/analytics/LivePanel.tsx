import { Group, Text } from '@mantine/core'
import { countryName } from '../../shared/country.rules.ts'
import { formatCount } from '../../shared/numbers.rules.ts'
import { Panel } from '../../shared/Panel.tsx'
import classes from './analytics.module.css'
import type { View } from './analytics.queries.ts'
import type { Click } from './live.rules.ts'
import { useLive } from './live.ts'

const STATES = {
  connecting: 'Connecting…',
  listening: 'Waiting for the next click',
  interrupted: 'Interrupted; connecting again…',
}
/** Filters that the stream does not support. */
const UNTOLD = ['folder_id', 'folder_id_not', 'tag_id', 'tag_id_not', 'search']

/** Live clicks, with a pulse for each. */
export function LivePanel({ view }: { view: View }) {
  const { clicks, count, state } = useLive(view)
  const untold = UNTOLD.some((name) => view[name] !== undefined)
  return (
    <Panel mb="md">
      <Group gap="xs" mb={clicks.length > 0 ? 'sm' : 0}>
        <span key={count} className={classes.pulse} data-beat={count > 0 || undefined} />
        <Text fw={600}>Live</Text>
        <Text size="sm" c="dimmed" role="status">
          {count > 0 && state === 'listening' ? `${formatCount(count)} new` : STATES[state]}
        </Text>
        {untold && (
          <Text size="sm" c="dimmed">
            Folder, tag and search filters do not apply here.
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
  const place = [click.city, click.country && countryName(click.country)].filter(Boolean).join(', ')
  const program = [click.browser, click.os].filter(Boolean).join(' on ')
  return (
    <li className={classes.click}>
      <time dateTime={click.created_at}>{new Date(click.created_at).toLocaleTimeString()}</time>
      <span className="clip">
        {click.domain}/{click.slug}
      </span>
      <span className="clip">{place || 'Unknown place'}</span>
      <span className="clip">
        {program || 'Unknown program'} · {click.referer || 'direct'}
      </span>
    </li>
  )
}
