import { Box, Button, Text, Title } from '@mantine/core'
import { useState } from 'react'
import { text } from '#messages/invitations.ts'
import { ConfirmPanel } from '../../shared/ConfirmPanel.tsx'
import { filled } from '../../shared/filled.tsx'
import { Panel } from '../../shared/Panel.tsx'
import { ProblemNotice } from '../../shared/ProblemNotice.tsx'
import { Rows } from '../../shared/Rows.tsx'
import { membershipName } from '../../shared/roles.ts'
import { TimeAgo } from '../../shared/TimeAgo.tsx'
import { type Invitation, useInvitations, withdraw } from './member.queries.ts'

const nameOf = ({ email }: Invitation) => email ?? text.invitations.anyone

/** Pending invitations; renders nothing if there are none. */
export function Invitations() {
  const { data, error, refetch } = useInvitations()
  const [revoked, setRevoked] = useState<Invitation>()
  if (error) return <ProblemNotice error={error} retry={refetch} />
  if (!data || data.items.length === 0) return null
  return (
    <Box component="section" mt="xl">
      <Title order={2} size="h4" mb="sm">
        {text.invitations.title}
      </Title>
      <Panel p={0}>
        <Rows>
          {data.items.map((it) => (
            <li key={it.id}>
              <Box miw={0} flex="1 1 14rem">
                <Text fw={500} className="whole">
                  {nameOf(it)}
                </Text>
                <Text size="sm" c="dimmed">
                  {filled(text.invitations.times, {
                    role: membershipName(it),
                    created: <TimeAgo time={it.created_at} />,
                    expires: <TimeAgo time={it.expires_at} />,
                  })}
                </Text>
              </Box>
              <Button
                variant="subtle"
                size="compact-sm"
                aria-label={text.invitations.revokeOf(nameOf(it))}
                onClick={() => setRevoked(it)}
              >
                {text.invitations.revoke}
              </Button>
            </li>
          ))}
        </Rows>
      </Panel>
      {revoked && (
        <ConfirmPanel
          title={text.invitations.revokeAsked}
          action={text.invitations.revokeThis}
          run={() => withdraw(revoked.id)}
          done={text.invitations.revoked}
          changes={[['invitation']]}
          close={() => setRevoked(undefined)}
        >
          {revoked.email === null
            ? text.invitations.linkStops
            : text.invitations.linkOfStops(revoked.email)}
        </ConfirmPanel>
      )}
    </Box>
  )
}
