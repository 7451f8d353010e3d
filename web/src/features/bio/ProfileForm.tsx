import { Box, Textarea, TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useEffect } from 'react'
import { text } from '#messages/bio.ts'
import { PanelForm } from '../../shared/PanelForm.tsx'
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

const LABELS: Profile = text.fields

interface ProfileFormProps {
  page: Bio
  /** Called with the profile as it is typed. */
  change: (profile: Profile) => void
}

/** The profile above the links. */
export function ProfileForm({ page, change }: ProfileFormProps) {
  const form = useSaving({
    initial: profileOf(page),
    labels: LABELS,
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
  const { values, set, field } = form
  // The page beside the form shows what is typed.
  useEffect(() => change(values), [values, change])
  return (
    <Box mb="md">
      <PanelForm {...form} title={text.profile} save={text.saveProfile}>
        <TextInput {...field('title')} placeholder={text.nameOfTeam} />
        <Textarea rows={2} {...field('subtitle')} />
        <TextInput type="email" {...field('email')} />
        <PictureField
          hasPicture={values.image !== ''}
          saved={({ bio }) => set({ image: bio?.image ?? '' })}
        />
        <TextInput type="url" {...field('image')} placeholder="https://" />
      </PanelForm>
    </Box>
  )
}
