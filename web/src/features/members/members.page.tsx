import { Button, Text } from '@mantine/core'
import { useState } from 'react'
import { text as invitations } from '#messages/invitations.ts'
import { text } from '#messages/members.ts'
import { useCan } from '../../api/me.ts'
import { PlusIcon } from '../../shared/icons.tsx'
import { ListPage } from '../../shared/ListPage.tsx'
import { useOpened } from '../../shared/opened.ts'
import { ShownOnce } from '../../shared/ShownOnce.tsx'
import { Invitations } from './Invitations.tsx'
import { InvitePanel } from './InvitePanel.tsx'
import { sayMailed } from './invitation.rules.ts'
import { MemberRow } from './MemberRow.tsx'
import {
  type CreatedInvitation,
  type CreatedKey,
  invitationAddress,
  useMembers,
} from './member.queries.ts'

/** The people of the team, their roles, and open invitations. */
export function Page() {
  const manages = useCan()('member:write')
  const list = useMembers()
  const [inviting, setInviting] = useOpened('new')
  const [invited, setInvited] = useState<CreatedInvitation>()
  const [[key, ...others], setKeys] = useState<CreatedKey[]>([])
  return (
    <ListPage
      title={text.title}
      lead={text.lead}
      actions={
        manages && (
          <Button leftSection={<PlusIcon />} onClick={() => setInviting(true)}>
            {invitations.invite.action}
          </Button>
        )
      }
      list={list}
      empty={
        <Text c="dimmed" mb="md">
          {text.none}
        </Text>
      }
      row={(member) => <MemberRow member={member} handedOver={setKeys} />}
    >
      {manages && (
        <div hidden={!list.data && !list.error}>
          <Invitations />
        </div>
      )}
      {inviting && <InvitePanel close={() => setInviting(false)} invited={setInvited} />}
      {key && (
        <ShownOnce
          title={text.remove.newSecret(key.name)}
          secret={key.key}
          close={() => setKeys(others)}
        />
      )}
      {invited && (
        <ShownOnce
          title={invitations.invitations.link}
          secret={invitationAddress(invited.token)}
          close={() => setInvited(undefined)}
        >
          {sayMailed(invited)} {invitations.invitations.worksOnce}
        </ShownOnce>
      )}
    </ListPage>
  )
}
