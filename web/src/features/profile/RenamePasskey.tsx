import { TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { text } from '#messages/profile.ts'
import { text as words } from '#messages/shared.ts'
import { FormPanel } from '../../shared/FormPanel.tsx'
import { useSaving } from '../../shared/saving.ts'
import { PASSKEYS, type Passkey, renamePasskey } from './passkey.queries.ts'

/** Another name for a passkey. */
export function RenamePasskey({ passkey, close }: { passkey: Passkey; close: () => void }) {
  const form = useSaving({
    initial: { name: passkey.name },
    labels: { name: words.name },
    save: ({ name }) => renamePasskey(passkey.id, name),
    changes: PASSKEYS,
    saved: () => {
      close()
      notifications.show({ message: text.passkeys.renamed })
    },
  })
  return (
    <FormPanel {...form} title={text.passkeys.renameThis} save={words.save} close={close}>
      <TextInput {...form.field('name')} data-autofocus />
    </FormPanel>
  )
}
