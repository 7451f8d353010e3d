import { Button, Group, Stack, Textarea, TextInput, Title } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { Fragment } from 'react'
import { text } from '#messages/bio.ts'
import { Panel } from '../../shared/Panel.tsx'
import { ProblemNotice } from '../../shared/ProblemNotice.tsx'
import { useSaving } from '../../shared/saving.ts'
import { type Bio, saveBio } from './bio.queries.ts'
import { PictureField } from './PictureField.tsx'

export type Profile = Record<'title' | 'subtitle' | 'email' | 'image', string>

export const profileOf = ({ bio }: Bio): Profile => ({
  title: bio?.title ?? '',
  subtitle: bio?.subtitle ?? '',
  email: bio?.email ?? '',
  image: bio?.image ?? '',
})

const FIELDS = [
  { name: 'title', type: 'text', placeholder: text.nameOfTeam },
  { name: 'subtitle', type: 'text', placeholder: '' },
  { name: 'email', type: 'email', placeholder: '' },
  { name: 'image', type: 'url', placeholder: 'https://' },
] as const
const LABELS: Profile = text.fields

interface ProfileFormProps {
  page: Bio
  /** Called with the edited profile before it is saved. */
  change: (profile: Profile) => void
}

/** The profile above the links. */
export function ProfileForm({ page, change }: ProfileFormProps) {
  const { values, set, errorOf, error, saving, submit } = useSaving({
    initial: profileOf(page),
    save: ({ title, subtitle, email, image }) =>
      saveBio({
        title: title || null,
        subtitle: subtitle || null,
        email: email || null,
        image: image || null,
      }),
    changes: ['bio'],
    saved: () => void notifications.show({ message: text.profileSaved }),
  })
  const edit = (fields: Partial<Profile>) => {
    set(fields)
    change({ ...values, ...fields })
  }
  return (
    <Panel mb="md">
      <Title order={2} size="h4" mb="sm">
        {text.profile}
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
          {FIELDS.map(({ name, ...field }) => {
            const input = {
              label: LABELS[name],
              value: values[name],
              error: errorOf(name),
              onChange: ({ currentTarget }: { currentTarget: { value: string } }) =>
                edit({ [name]: currentTarget.value }),
            }
            return (
              <Fragment key={name}>
                {name === 'image' && (
                  <PictureField
                    hasPicture={values.image !== ''}
                    saved={({ bio }) => edit({ image: bio?.image ?? '' })}
                  />
                )}
                {name === 'subtitle' ? (
                  <Textarea rows={2} {...input} />
                ) : (
                  <TextInput {...field} {...input} />
                )}
              </Fragment>
            )
          })}
          <Group>
            <Button type="submit" loading={saving}>
              {text.saveProfile}
            </Button>
          </Group>
        </Stack>
      </form>
    </Panel>
  )
}
