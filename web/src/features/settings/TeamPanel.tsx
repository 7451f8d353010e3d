import type { Schemas } from '@fingerpost/client'
import { TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { text } from '#messages/settings.ts'
import { api } from '../../api/client.ts'
import { read } from '../../api/problem.ts'
import { PanelForm } from '../../shared/PanelForm.tsx'
import { SearchSelect } from '../../shared/SearchSelect.tsx'
import { useSaving } from '../../shared/saving.ts'
import { zonesWith } from '../../shared/time-zones.ts'
import { TEAM_LABELS } from './team.rules.ts'

/** The name of the team, here and on its bio page, and its time zone. */
export function TeamPanel({ team }: { team: Schemas['Organization'] }) {
  const form = useSaving({
    initial: {
      name: team.name,
      slug: team.slug,
      logo: team.logo ?? '',
      time_zone: team.time_zone ?? null,
    },
    labels: TEAM_LABELS,
    save: ({ logo, ...body }) =>
      read(api().PATCH('/organization', { body: { ...body, logo: logo || null } })),
    changes: ['organization'],
    saved: () => void notifications.show({ message: text.teamSaved }),
  })
  const { field } = form
  return (
    <PanelForm {...form} title={text.team}>
      <TextInput {...field('name')} required />
      <TextInput {...field('slug')} leftSection="@" required />
      <TextInput type="url" {...field('logo')} description={text.imageUrl} placeholder="https://" />
      <SearchSelect
        {...field('time_zone')}
        description={text.timeZoneMeans}
        placeholder={text.ownTimeZone}
        data={zonesWith(team.time_zone ?? '')}
        clearable
        limit={100}
      />
    </PanelForm>
  )
}
