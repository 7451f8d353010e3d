import { Radio, Stack, Switch, TextInput } from '@mantine/core'
import { text as account } from '#messages/account.ts'
import { text } from '#messages/members.ts'
import { useMembership } from '../../api/me.ts'
import { FormPanel } from '../../shared/FormPanel.tsx'
import { ROLES } from '../../shared/roles.ts'
import { useSaving } from '../../shared/saving.ts'
import {
  type CreatedInvitation,
  invite,
  LIMITED,
  type NewInvitation,
  type Role,
} from './member.queries.ts'

const LABELS = { email: account.email }
const initial: NewInvitation = { role: LIMITED, own_links_only: false, email: '' }

interface InvitePanelProps {
  close: () => void
  /** Gets the new invitation with its token. */
  invited: (invitation: CreatedInvitation) => void
}

/** A new invitation: its role, and optionally the only person who can accept it. */
export function InvitePanel({ close, invited }: InvitePanelProps) {
  const power = useMembership()?.role ?? 'owner'
  const form = useSaving({
    initial,
    save: invite,
    changes: ['invitation'],
    saved: (invitation) => {
      close()
      invited(invitation)
    },
  })
  const { values, set, errorOf } = form
  return (
    <FormPanel
      {...form}
      title={text.invite.title}
      save={text.invite.create}
      labels={LABELS}
      close={close}
    >
      <Radio.Group
        label={text.role}
        value={values.role}
        error={errorOf('role')}
        onChange={(role) => set({ role: role as Role })}
      >
        <Stack gap="xs" mt="xs">
          {ROLES.filter(({ value }) => power === 'owner' || value !== 'owner').map(
            ({ value, label, allows }) => (
              <Radio key={value} value={value} label={label} description={allows} />
            ),
          )}
        </Stack>
      </Radio.Group>
      {values.role === LIMITED && (
        <Switch
          label={text.ownLinksOnly}
          description={text.invite.limits}
          checked={values.own_links_only}
          error={errorOf('own_links_only')}
          onChange={({ currentTarget }) => set({ own_links_only: currentTarget.checked })}
        />
      )}
      <TextInput
        type="email"
        label={LABELS.email}
        description={text.invite.forAnyone}
        autoComplete="off"
        value={values.email}
        error={errorOf('email')}
        onChange={({ currentTarget }) => set({ email: currentTarget.value })}
      />
    </FormPanel>
  )
}
