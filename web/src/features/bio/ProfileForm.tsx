import { Box, Textarea, TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useEffect, useState } from 'react'
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
  const [stored, setStored] = useState(() => profileOf(page))
  const form = useSaving({
    initial: stored,
    labels: LABELS,
    // Only what was edited: a picture that is being uploaded, or a change of somebody else, stays.
    save: (typed) =>
      saveBio(
        Object.fromEntries(
          Object.entries(typed)
            .filter(([name, value]) => value !== stored[name as keyof Profile])
            .map(([name, value]) => [name, value || null]),
        ),
      ),
    changes: ['bio'],
    saved: (now) => {
      const fresh = profileOf(now)
      if (values.image === stored.image) set({ image: fresh.image })
      setStored(fresh)
      notifications.show({ message: text.profileSaved })
    },
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
          saved={(now) => {
            const { image } = profileOf(now)
            setStored({ ...stored, image })
            set({ image })
          }}
        />
        <TextInput type="url" {...field('image')} placeholder="https://" />
      </PanelForm>
    </Box>
  )
}
