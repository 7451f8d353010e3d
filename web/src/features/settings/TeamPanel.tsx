import type { Schemas } from '@fingerpost/client'
import { Button, Group, Stack, TextInput, Title } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { api } from '../../api/client.ts'
import { read } from '../../api/problem.ts'
import { Panel } from '../../shared/Panel.tsx'
import { ProblemNotice } from '../../shared/ProblemNotice.tsx'
import { useSaving } from '../../shared/saving.ts'

const LABELS = { slug: 'Slug of the bio page' }

/** The name of the team, here and on its bio page. */
export function TeamPanel({ team }: { team: Schemas['Organization'] }) {
  const { values, set, errorOf, error, saving, submit } = useSaving({
    initial: { name: team.name, slug: team.slug, logo: team.logo ?? '' },
    save: (body) =>
      read(api().PATCH('/organization', { body: { ...body, logo: body.logo || null } })),
    changes: ['organization'],
    saved: () => void notifications.show({ message: 'Team saved' }),
  })
  return (
    <Panel>
      <Title order={2} size="h4" mb="sm">
        Team
      </Title>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        <Stack gap="sm">
          <ProblemNotice error={error} labels={LABELS} />
          <TextInput
            label="Name"
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
            label="Logo"
            description="Image URL"
            placeholder="https://"
            value={values.logo}
            error={errorOf('logo')}
            onChange={({ currentTarget }) => set({ logo: currentTarget.value })}
          />
          <Group>
            <Button type="submit" loading={saving}>
              Save
            </Button>
          </Group>
        </Stack>
      </form>
    </Panel>
  )
}
