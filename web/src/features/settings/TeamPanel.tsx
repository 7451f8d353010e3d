import type { Schemas } from '@fingerpost/client'
import { TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { text } from '#messages/settings.ts'
import { text as words } from '#messages/shared.ts'
import { api } from '../../api/client.ts'
import { read } from '../../api/problem.ts'
import { PanelForm } from '../../shared/PanelForm.tsx'
import { useSaving } from '../../shared/saving.ts'

const LABELS = { slug: text.slug }

/** The name of the team, here and on its bio page. */
export function TeamPanel({ team }: { team: Schemas['Organization'] }) {
  const form = useSaving({
    initial: { name: team.name, slug: team.slug, logo: team.logo ?? '' },
    save: (body) =>
      read(api().PATCH('/organization', { body: { ...body, logo: body.logo || null } })),
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
    </PanelForm>
  )
}
