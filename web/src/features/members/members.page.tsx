import { Button, Text } from '@mantine/core'
import { useState } from 'react'
import { text } from '#messages/members.ts'
import { useCan } from '../../api/me.ts'
import { PlusIcon } from '../../shared/icons.tsx'
import { PageChoice } from '../../shared/PageChoice.tsx'
import { PageHeader } from '../../shared/PageHeader.tsx'
import { Panel } from '../../shared/Panel.tsx'
import { ProblemNotice } from '../../shared/ProblemNotice.tsx'
import { Rows } from '../../shared/Rows.tsx'
import { ShownOnce } from '../../shared/ShownOnce.tsx'
import { WaitingRows } from '../../shared/WaitingRows.tsx'
import { Invitations } from './Invitations.tsx'
import { InvitePanel } from './InvitePanel.tsx'
import { sayMailed } from './invitation.rules.ts'
import { MemberRow } from './MemberRow.tsx'
import {
  type CreatedInvitation,
  type CreatedKey,
  invitationAddress,
  useMemberPage,
} from './member.queries.ts'

/** The people of the team, their roles, and open invitations. */
export function Page() {
  const manages = useCan()('member:write')
  const [page, setPage] = useState(1)
  const [inviting, setInviting] = useState(false)
  const [invited, setInvited] = useState<CreatedInvitation>()
  const [[key, ...others], setKeys] = useState<CreatedKey[]>([])
  const { data, error, refetch } = useMemberPage(page - 1)
  return (
    <>
      <PageHeader title={text.title} lead={text.lead}>
        {manages && (
          <Button leftSection={<PlusIcon />} onClick={() => setInviting(true)}>
            {text.invite.action}
          </Button>
        )}
      </PageHeader>
      <ProblemNotice error={error} retry={refetch} />
      {!data && !error && <WaitingRows />}
      {data?.total === 0 && (
        <Text c="dimmed" mb="md">
          {text.none}
        </Text>
      )}
      {data && data.items.length > 0 && (
        <Panel p={0}>
          <Rows>
            {data.items.map((member) => (
              <MemberRow key={member.id} member={member} handedOver={setKeys} />
            ))}
          </Rows>
        </Panel>
      )}
      <PageChoice of={data} page={page} change={setPage} />
      {manages && (
        <div hidden={!data && !error}>
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
          title={text.invitations.link}
          secret={invitationAddress(invited.token)}
          close={() => setInvited(undefined)}
        >
          {sayMailed(invited)} {text.invitations.worksOnce}
        </ShownOnce>
      )}
    </>
  )
}
