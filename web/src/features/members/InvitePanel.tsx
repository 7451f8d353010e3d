import { Radio, Stack, Switch, TextInput } from '@mantine/core'
import { text as account } from '#messages/account.ts'
import { text as invitations } from '#messages/invitations.ts'
import { text } from '#messages/members.ts'
import { useMembership } from '../../api/me.ts'
import { FormPanel } from '../../shared/FormPanel.tsx'
import { ROLES } from '../../shared/roles.ts'
import { useSaving } from '../../shared/saving.ts'
import { type CreatedInvitation, invite, LIMITED, type NewInvitation } from './member.queries.ts'

const LABELS = {
  role: text.role,
  own_links_only: text.ownLinksOnly,
  email: account.email,
}
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
    labels: LABELS,
    save: invite,
    changes: ['invitation'],
    saved: (invitation) => {
      close()
      invited(invitation)
    },
  })
  const { values, field } = form
  return (
    <FormPanel
      {...form}
      title={invitations.invite.title}
      save={invitations.invite.create}
      close={close}
    >
      <Radio.Group {...field('role')}>
        <Stack gap="xs" mt="xs">
          {ROLES.filter(({ value }) => power === 'owner' || value !== 'owner').map(
            ({ value, label, allows }) => (
              <Radio key={value} value={value} label={label} description={allows} />
            ),
          )}
        </Stack>
      </Radio.Group>
      {values.role === LIMITED && (
        <Switch {...field('own_links_only')} description={invitations.invite.limits} />
      )}
      <TextInput
        type="email"
        {...field('email')}
        description={invitations.invite.forAnyone}
        autoComplete="off"
      />
    </FormPanel>
  )
}
