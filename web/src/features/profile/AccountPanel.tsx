import { TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { text } from '#messages/profile.ts'
import { text as words } from '#messages/shared.ts'
import { ME, type Me } from '../../api/me.ts'
import { PanelForm } from '../../shared/PanelForm.tsx'
import { SearchSelect } from '../../shared/SearchSelect.tsx'
import { useSaving } from '../../shared/saving.ts'
import { zonesWith } from '../../shared/time-zones.ts'
import { saveProfile } from './profile.queries.ts'

/** Name and time zone. */
export function AccountPanel({ me: { name, time_zone } }: { me: Me }) {
  const form = useSaving({
    initial: { name, time_zone },
    labels: { name: words.name, time_zone: text.timeZone },
    save: saveProfile,
    changes: ME,
    saved: () => void notifications.show({ message: text.saved }),
  })
  return (
    <PanelForm {...form} title={text.account}>
      <TextInput {...form.field('name')} autoComplete="name" required />
      <SearchSelect
        {...form.field('time_zone')}
        description={text.daysAndHours}
        data={zonesWith(time_zone)}
        limit={100}
      />
    </PanelForm>
  )
}
