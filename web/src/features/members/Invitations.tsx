import { Box, Button, Text, Title } from '@mantine/core'
import { useState } from 'react'
import { ConfirmPanel } from '../../shared/ConfirmPanel.tsx'
import { Panel } from '../../shared/Panel.tsx'
import { ProblemNotice } from '../../shared/ProblemNotice.tsx'
import { Rows } from '../../shared/Rows.tsx'
import { membershipName } from '../../shared/roles.ts'
import { TimeAgo } from '../../shared/TimeAgo.tsx'
import { type Invitation, useInvitations, withdraw } from './member.queries.ts'

const nameOf = ({ email }: Invitation) => email ?? 'Anyone with the link'

/** Pending invitations; renders nothing if there are none. */
export function Invitations() {
  const { data, error, refetch } = useInvitations()
  const [revoked, setRevoked] = useState<Invitation>()
  if (error) return <ProblemNotice error={error} retry={refetch} />
  if (!data || data.items.length === 0) return null
  return (
    <Box component="section" mt="xl">
      <Title order={2} size="h4" mb="sm">
        Pending invitations
      </Title>
      <Panel p={0}>
        <Rows>
          {data.items.map((it) => (
            <li key={it.id}>
              <Box miw={0} flex="1 1 14rem">
                <Text fw={500} className="clip">
                  {nameOf(it)}
                </Text>
                <Text size="sm" c="dimmed">
                  {membershipName(it)} · created <TimeAgo time={it.created_at} /> · expires{' '}
                  <TimeAgo time={it.expires_at} />
                </Text>
              </Box>
              <Button
                variant="subtle"
                size="compact-sm"
                aria-label={`Revoke the invitation of ${nameOf(it)}`}
                onClick={() => setRevoked(it)}
              >
                Revoke
              </Button>
            </li>
          ))}
        </Rows>
      </Panel>
      {revoked && (
        <ConfirmPanel
          title="Revoke this invitation?"
          action="Revoke invitation"
          run={() => withdraw(revoked.id)}
          done="Revoked the invitation"
          changes={[['invitation']]}
          close={() => setRevoked(undefined)}
        >
          The link of {revoked.email ?? 'the invitation'} stops working.
        </ConfirmPanel>
      )}
    </Box>
  )
}
