import type { Schemas } from '@fingerpost/client'
import { Select, TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { text } from '#messages/settings.ts'
import { text as words } from '#messages/shared.ts'
import { api } from '../../api/client.ts'
import { read } from '../../api/problem.ts'
import { PanelForm } from '../../shared/PanelForm.tsx'
import { useSaving } from '../../shared/saving.ts'
import { zonesWith } from '../../shared/time-zones.ts'

const LABELS = { slug: text.slug, time_zone: text.timeZone }

/** The name of the team, here and on its bio page, and its time zone. */
export function TeamPanel({ team }: { team: Schemas['Organization'] }) {
  const form = useSaving({
    initial: {
      name: team.name,
      slug: team.slug,
      logo: team.logo ?? '',
      time_zone: team.time_zone ?? '',
    },
    save: ({ logo, time_zone, ...body }) => {
      const emptied = { logo: logo || null, time_zone: time_zone || null }
      return read(api().PATCH('/organization', { body: { ...body, ...emptied } }))
    },
    changes: ['organization'],
    saved: () => void notifications.show({ message: text.teamSaved }),
  })
  const { values, set, errorOf } = form
  return (
    <PanelForm {...form} title={text.team} labels={LABELS}>
      <TextInput
        label={words.name}
        required
        value={values.name}
        error={errorOf('name')}
        onChange={({ currentTarget }) => set({ name: currentTarget.value })}
      />
      <TextInput
        label={LABELS.slug}
        leftSection="@"
        required
        value={values.slug}
        error={errorOf('slug')}
        onChange={({ currentTarget }) => set({ slug: currentTarget.value })}
      />
      <TextInput
        type="url"
        label={text.logo}
        description={text.imageUrl}
        placeholder="https://"
        value={values.logo}
        error={errorOf('logo')}
        onChange={({ currentTarget }) => set({ logo: currentTarget.value })}
      />
      <Select
        label={LABELS.time_zone}
        description={text.timeZoneMeans}
        placeholder={text.ownTimeZone}
        data={zonesWith(team.time_zone ?? '')}
        searchable
        clearable
        limit={100}
        value={values.time_zone || null}
        error={errorOf('time_zone')}
        onChange={(zone) => set({ time_zone: zone ?? '' })}
      />
    </PanelForm>
  )
}
