import { TextInput } from '@mantine/core'
import { text } from '#messages/app.ts'
import { text as words } from '#messages/shared.ts'
import { text as own } from '#messages/team.ts'
import { apiOfBrowser } from '../api/client.ts'
import { read } from '../api/problem.ts'
import { addressOfTeam } from '../api/team.ts'
import { FormPanel } from '../shared/FormPanel.tsx'
import { useSaving } from '../shared/saving.ts'

/** Creates a team of the person and opens it. */
export function NewTeam({ close }: { close: () => void }) {
  const form = useSaving({
    initial: { name: '' },
    labels: { name: words.name },
    save: (body) => read(apiOfBrowser().POST('/organization', { body })),
    saved: ({ id }) => location.assign(addressOfTeam(id)),
  })
  return (
    <FormPanel {...form} title={text.newTeam} save={own.createTeam} close={close}>
      <TextInput {...form.field('name')} description={own.becomeOwner} data-autofocus required />
    </FormPanel>
  )
}
