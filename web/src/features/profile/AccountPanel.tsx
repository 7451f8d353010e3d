import { Select, TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { text } from '#messages/profile.ts'
import { text as words } from '#messages/shared.ts'
import { ME, type Me } from '../../api/me.ts'
import { PanelForm } from '../../shared/PanelForm.tsx'
import { useSaving } from '../../shared/saving.ts'
import { zonesWith } from '../../shared/time-zones.ts'
import { saveProfile } from './profile.queries.ts'

const LABELS = { time_zone: text.timeZone }

/** Name and time zone. */
export function AccountPanel({ me: { name, time_zone } }: { me: Me }) {
  const form = useSaving({
    initial: { name, time_zone },
    save: saveProfile,
    changes: ME,
    saved: () => void notifications.show({ message: text.saved }),
  })
  const { values, set, errorOf } = form
  return (
    <PanelForm {...form} title={text.account} labels={LABELS}>
      <TextInput
        label={words.name}
        autoComplete="name"
        required
        value={values.name}
        error={errorOf('name')}
        onChange={({ currentTarget }) => set({ name: currentTarget.value })}
      />
      <Select
        label={LABELS.time_zone}
        description={text.daysAndHours}
        data={zonesWith(time_zone)}
        searchable
        allowDeselect={false}
        limit={100}
        value={values.time_zone}
        error={errorOf('time_zone')}
        onChange={(zone) => zone && set({ time_zone: zone })}
      />
    </PanelForm>
  )
}
